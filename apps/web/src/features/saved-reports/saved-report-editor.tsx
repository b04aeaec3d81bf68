import './saved-reports.css'
import { Button } from '@mantine/core'
import type { ReportFilter } from '@chisholm/domain/report-filter'
import type { SavedReport } from '@chisholm/domain/schemas/saved-reports'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { FilterSections } from './filter-sections.tsx'
import { NewReportDialog } from './new-report-dialog.tsx'
import { SavedReportHeading } from './saved-report-heading.tsx'
import { FilterResults } from './filter-results.tsx'
import { validateFilter, type RangeErrors, isSameFilter } from './filter-validation.ts'
import { useReportRun } from './use-report-run.ts'
import { useUpdateFilter } from './use-update-filter.ts'
import { type FilterDraft, useFilterDraft } from './use-filter-draft.ts'
import { uiTexts } from '../../ui-texts.ts'

interface SavedReportEditorProps {
  /** Null for a new report. */
  report: SavedReport | null
  /** The key under which the draft is stored on the device. */
  draftKey: string
  draft: FilterDraft | null
}

/** Edits a filter, runs it and saves it as a report. */
export function SavedReportEditor({ report, draftKey, draft }: SavedReportEditorProps) {
  const saved = report?.parameters.filter ?? {}
  const runs = useReportRun(report)
  const pagePath = `/a/reports/${report?.id ?? 'new'}`
  const { id, filter, isUnsaved, change, markSaved, leaveDialog } = useFilterDraft({
    draftKey,
    pagePath,
    saved,
    draft,
    lastRun: runs.filterOfRun,
  })
  const { errors, setErrors, validate } = useFilterErrors(filter)
  const [isNaming, setIsNaming] = useState(false)
  const { update, isUpdating } = useUpdateFilter(report?.id ?? id, setErrors)
  const run = () => validate() && runs.run(report && !isUnsaved ? null : filter)
  const save = async () => {
    if (!validate()) return
    if (!report) return setIsNaming(true)
    if (!(await update(filter))) return
    await markSaved(filter)
    toast.success(texts.success.dataUpdated)
    await runs.showSaved()
  }
  return (
    <Page
      title={report?.name ?? savedReportTexts.newAnimalReport}
      back="/a/reports"
      ownHeading
      footer={
        <>
          <Button variant="default" loading={isUpdating} onClick={() => void save()}>
            {uiTexts.save}
          </Button>
          <Button onClick={run}>{savedReportTexts.run}</Button>
        </>
      }
    >
      <SavedReportHeading report={report} />
      <FilterSections
        filter={filter}
        errors={errors}
        onChange={(next, changed) => {
          change(next)
          setErrors({ ...errors, [changed]: undefined })
        }}
      />
      {runs.current && (
        <FilterResults
          run={runs.current}
          page={runs.page}
          runCount={runs.count}
          isStale={!isSameFilter(filter, runs.filterOfRun ?? saved)}
          onPage={runs.showPage}
        />
      )}
      {!report && (
        <NewReportDialog
          id={id}
          filter={filter}
          draftKey={draftKey}
          opened={isNaming}
          onClose={() => setIsNaming(false)}
        />
      )}
      {leaveDialog}
    </Page>
  )
}

/** The validation errors of a filter. */
function useFilterErrors(filter: ReportFilter) {
  const [errors, setErrors] = useState<RangeErrors>({})
  /**
   * Shows validation errors and focuses the first.
   * @returns whether the filter is valid
   */
  const validate = () => {
    const foundErrors = validateFilter(filter)
    setErrors(foundErrors ?? {})
    if (foundErrors) document.getElementById(`${Object.keys(foundErrors)[0]}-min`)?.focus()
    return !foundErrors
  }
  return { errors, setErrors, validate }
}
