import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ScheduledReport } from '@chisholm/domain/schemas/scheduled-reports'
import { isReportPeriod, type ReportPeriod, reportPeriods } from '@chisholm/domain/scheduled-reports'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { siteChoicesQuery } from '../insight/index.ts'
import { systemsOf, useEntries } from '../library/index.ts'
import { RecipientsField } from './recipients-field.tsx'
import { useDeleteScheduledReport, useSaveScheduledReport } from './scheduled-report-queries.ts'
import { scheduledReportTexts as texts } from './scheduled-report-texts.ts'

interface Values {
  /** Only of a new report. */
  id?: string
  name: string
  every: ReportPeriod
  /** Fields of the filter; null: any. */
  filter: { site_id: string | null; system: string | null }
  recipients: string[]
}

type Filter = ScheduledReport['filter']
/** The value of a filter with a single value; the form does not change others. */
function oneOf(value: Filter['site_id']): string | null {
  const [first, ...others] = typeof value === 'string' ? value.split(',') : (value ?? [])
  return first !== undefined && others.length === 0 ? first : null
}

/**
 * The filter of a report with the form's changes; filters that are not in the form stay. Values are sent as lists of
 * one, because a body system may contain a comma.
 */
function changedFilter(before: Filter, { site_id, system }: Values['filter']): Filter {
  const { site_id: sitesBefore, system: systemsBefore, ...rest } = before
  const changedValue = (now: string | null, then: Filter['site_id']) =>
    now === null ? (oneOf(then) === null ? then : undefined) : [now]
  const [sites, systems] = [changedValue(site_id, sitesBefore), changedValue(system, systemsBefore)]
  return { ...rest, ...(sites !== undefined && { site_id: sites }), ...(systems !== undefined && { system: systems }) }
}

interface ScheduledReportFormProps {
  /** Null: a new report. */
  report: ScheduledReport | null
  /** The default recipient of a new report. */
  userId: string
  onDone: () => void
}

/** Adds a scheduled report, or changes or deletes one. */
export function ScheduledReportForm({ report, userId, onDone }: ScheduledReportFormProps) {
  const [id] = useState(newId)
  const save = useSaveScheduledReport(report?.id ?? null)
  const remove = useDeleteScheduledReport()
  const sites = useQuery(siteChoicesQuery()).data ?? []
  const systems = systemsOf(useEntries('diagnoses', []).entries)
  const form = useDialogForm<Values, unknown>({
    draftName: `summary ${report?.id ?? 'new'}`,
    initialValues: {
      ...(!report && { id }),
      name: report?.name ?? '',
      every: report?.every ?? 'week',
      filter: { site_id: oneOf(report?.filter.site_id), system: oneOf(report?.filter.system) },
      recipients: report?.recipients ?? [userId],
    },
    onSubmit: ({ filter, ...values }) =>
      save.mutateAsync({ ...values, filter: changedFilter(report?.filter ?? {}, filter) }),
    onDone,
    failureText: texts.notSaved,
  })
  const { every, filter, recipients } = form.values
  const severalSites = filter.site_id === null && report?.filter.site_id !== undefined
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
      <TextInput label={texts.name} {...form.getInputProps('name')} data-autofocus autoComplete="off" />
      <SelectField
        label={texts.every}
        value={every}
        onChange={(next) => isReportPeriod(next) && form.setValues({ every: next })}
        error={form.errorOf('every')}
        choices={reportPeriods.map((value) => ({ value, label: texts.everyWord[value] }))}
      />
      <SelectField
        searchable
        label={texts.site}
        placeholder={severalSites ? texts.severalSites : texts.allSites}
        clearable
        value={filter.site_id}
        onChange={(site_id) => form.setValues({ filter: { ...filter, site_id } })}
        error={form.errorOf('filter')}
        choices={sites.map((site) => ({ value: site.id, label: siteInFull(site.customer.name, site.name) }))}
      />
      <SelectField
        label={texts.system}
        placeholder={texts.anySystem}
        clearable
        value={filter.system}
        onChange={(system) => form.setValues({ filter: { ...filter, system } })}
        choices={systems.map((value) => ({ value, label: value }))}
      />
      <RecipientsField
        value={recipients}
        onChange={(next) => form.setValues({ recipients: next })}
        error={form.errorOf('recipients')}
      />
      {report && (
        <DeleteButton
          question={{ title: texts.deleteTitle(report.name), text: texts.deleteText, confirmLabel: texts.delete }}
          onDelete={() => remove.mutateAsync(report.id)}
          failureText={texts.notDeleted}
          onDeleted={form.discardAndClose}
        >
          {texts.delete}
        </DeleteButton>
      )}
    </DialogForm>
  )
}
