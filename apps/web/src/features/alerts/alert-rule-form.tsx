import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { alertKinds, isAlertKind, validateAlertCondition } from '@chisholm/domain/alerts'
import { formatLongDay } from '@chisholm/domain/dates'
import type { AlertRule } from '@chisholm/domain/schemas/alerts'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { siteChoicesQuery } from '../insight/index.ts'
import { choicesOf, systemsOf, useEntries } from '../library/index.ts'
import { dryRunQuery, type RuleCondition, useDeleteRule, useSaveRule } from './alert-queries.ts'
import { alertTexts } from './alert-texts.ts'

const { rules: texts } = alertTexts

/** Adds, changes or deletes a rule, and shows how often it would have fired. */
export function AlertRuleForm({ rule, onDone }: { rule: AlertRule | null; onDone: () => void }) {
  const form = useAlertRuleForm(rule, onDone)
  const remove = useDeleteRule()
  const { id: _id, name: _name, ...condition } = form.values
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
      <TextInput label={texts.name} {...form.getInputProps('name')} data-autofocus autoComplete="off" />
      <ScopeFields form={form} savedDiagnosis={rule?.diagnosis_id ?? null} />
      <ConditionFields form={form} />
      <DryRun condition={condition} />
      {rule && (
        <DeleteButton
          question={{ title: texts.deleteTitle(rule.name), text: texts.deleteText, confirmLabel: texts.delete }}
          onDelete={() => remove.mutateAsync(rule.id)}
          failureText={alertTexts.notDeleted}
          onDeleted={form.discardAndClose}
        >
          {texts.delete}
        </DeleteButton>
      )}
    </DialogForm>
  )
}

function useAlertRuleForm(rule: AlertRule | null, onDone: () => void) {
  const [id] = useState(newId)
  const save = useSaveRule(rule?.id ?? null)
  return useDialogForm({
    draftName: `alert-rule ${rule?.id ?? 'new'}`,
    initialValues: {
      ...(!rule && { id }),
      name: rule?.name ?? '',
      site_id: rule?.site_id ?? null,
      system: rule?.system ?? null,
      diagnosis_id: rule?.diagnosis_id ?? null,
      kind: rule?.kind ?? 'count',
      threshold: String(rule?.threshold ?? '3'),
      days: String(rule?.days ?? '7'),
    },
    onSubmit: (values) => save.mutateAsync(values),
    onDone,
    failureText: alertTexts.notSaved,
  })
}

interface FieldsProps {
  form: ReturnType<typeof useAlertRuleForm>
}

/** Which deaths the rule counts. */
function ScopeFields({ form, savedDiagnosis }: FieldsProps & { savedDiagnosis: string | null }) {
  const sites = useQuery(siteChoicesQuery()).data ?? []
  const diagnoses = useEntries('diagnoses', [savedDiagnosis]).entries
  return (
    <>
      <SelectField
        searchable
        label={texts.site}
        placeholder={texts.allSites}
        clearable
        {...form.getInputProps('site_id')}
        choices={sites.map((site) => ({ value: site.id, label: siteInFull(site.customer.name, site.name) }))}
      />
      <SelectField
        label={texts.system}
        placeholder={texts.anySystem}
        clearable
        {...form.getInputProps('system')}
        choices={systemsOf(diagnoses).map((value) => ({ value, label: value }))}
      />
      <SelectField
        label={texts.diagnosis}
        placeholder={texts.anyDiagnosis}
        clearable
        {...form.getInputProps('diagnosis_id')}
        choices={choicesOf(diagnoses)}
      />
    </>
  )
}

/** The condition under which the rule fires. */
function ConditionFields({ form }: FieldsProps) {
  const { kind } = form.values
  return (
    <>
      <SelectField
        label={texts.kind}
        value={kind}
        onChange={(next) => isAlertKind(next) && form.setValues({ kind: next })}
        error={form.errorOf('kind')}
        choices={alertKinds.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      <div className="alert-numbers">
        <TextInput label={texts.threshold[kind]} inputMode="decimal" {...form.getInputProps('threshold')} />
        {kind !== 'unusual' && <TextInput label={texts.days} inputMode="numeric" {...form.getInputProps('days')} />}
      </div>
    </>
  )
}

const isComplete = ({ kind, threshold, days, system }: RuleCondition) =>
  Object.keys(
    validateAlertCondition({
      system: system ? String(system) : null,
      kind: String(kind),
      threshold: Number(threshold || Number.NaN),
      days: Number(days || Number.NaN),
    }),
  ).length === 0

/** Shows how often the rule would have fired, as soon as the user pauses typing. */
function DryRun({ condition }: { condition: RuleCondition }) {
  const [debouncedCondition] = useDebouncedValue(condition, 500)
  const complete = isComplete(debouncedCondition)
  const { data, isError, isFetching } = useQuery({ ...dryRunQuery(debouncedCondition), enabled: complete })
  const last = data?.fired.at(-1)
  const text =
    !complete || isError ? texts.dryRunHint : isFetching || !data ? texts.dryRunRuns : texts.dryRun(data.count)
  return (
    <output className="alert-dry-run">
      {text}
      {complete && !isError && !isFetching && last && `, ${texts.lastOn(formatLongDay(last.day))}`}
    </output>
  )
}
