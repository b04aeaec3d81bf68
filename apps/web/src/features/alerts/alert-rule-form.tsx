import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { alertKinds, isAlertKind, validateAlertCondition } from '@chisholm/domain/alerts'
import { compareNames } from '@chisholm/domain/compare-names'
import { formatLongDay } from '@chisholm/domain/dates'
import type { AlertRule } from '@chisholm/domain/schemas'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { errorMessage, toast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { siteChoicesQuery } from '../insight/index.ts'
import { choicesOf, useEntries } from '../library/index.ts'
import { dryRunQuery, type RuleCondition, useDeleteRule, useSaveRule } from './alert-queries.ts'
import { alertTexts } from './alert-texts.ts'

const { rules: texts } = alertTexts

/** Adds, changes or deletes a rule, and shows how often it would have fired. */
export function AlertRuleForm({ rule, onDone }: { rule: AlertRule | null; onDone: () => void }) {
  const [id] = useState(newId)
  const save = useSaveRule(rule?.id ?? null)
  const remove = useDeleteRule()
  const { ask, dialog } = useConfirm()
  const sites = useQuery(siteChoicesQuery()).data ?? []
  const diagnoses = useEntries('diagnoses', [rule?.diagnosis_id ?? null]).entries
  const form = useDialogForm({
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
  const deleteRule = async ({ id: ruleId, name }: AlertRule) => {
    const question = { title: texts.deleteTitle(name), text: texts.deleteText, confirmLabel: texts.delete }
    if (!(await ask({ ...question, isDangerous: true }))) return
    try {
      await remove.mutateAsync(ruleId)
      form.discardAndClose()
    } catch (failure) {
      toast.failure(errorMessage(failure, alertTexts.notDeleted))
    }
  }
  const { kind } = form.values
  const systems = [...new Set(diagnoses?.flatMap(({ system }) => system ?? []))].toSorted(compareNames)
  const { id: _id, name: _name, ...condition } = form.values
  return (
    <>
      <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
        <TextInput label={texts.name} {...form.getInputProps('name')} data-autofocus autoComplete="off" />
        <SelectField
          label={texts.site}
          placeholder={texts.allSites}
          clearable
          {...form.getInputProps('site_id')}
          choices={sites.map((site) => ({ value: site.id, label: `${site.customer.name} - ${site.name}` }))}
        />
        <SelectField
          label={texts.system}
          placeholder={texts.anySystem}
          clearable
          {...form.getInputProps('system')}
          choices={systems.map((value) => ({ value, label: value }))}
        />
        <SelectField
          label={texts.diagnosis}
          placeholder={texts.anyDiagnosis}
          clearable
          {...form.getInputProps('diagnosis_id')}
          choices={choicesOf(diagnoses)}
        />
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
        <DryRun condition={condition} />
        {rule && (
          <Button variant="subtle" color="red" mih={44} onClick={() => void deleteRule(rule)}>
            {texts.delete}
          </Button>
        )}
      </DialogForm>
      {dialog}
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
