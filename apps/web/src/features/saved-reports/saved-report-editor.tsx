import './saved-reports.css'
import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { normalizeFilter } from '@chisholm/domain/report-filter'
import type { SavedReport } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { useRef, useState } from 'react'
import { deleteDraft } from '../../api/form-drafts.ts'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { FilterSections } from './filter-sections.tsx'
import { NameDialog } from './name-dialog.tsx'
import { type ReportRun, useRerun } from './queries.ts'
import { SavedReportHeading } from './saved-report-heading.tsx'
import { FilterResults } from './filter-results.tsx'
import { validateFilter, parseFilterParam, type RangeErrors, isSameFilter } from './filter-validation.ts'
import { useSaveReport } from './use-save-report.ts'
import { type FilterDraft, useFilterDraft } from './use-filter-draft.ts'
import { uiTexts } from '../../ui-texts.ts'

interface SavedReportEditorProps {
  /** Null for a new report. */
  report: SavedReport | null
  /** The key under which the draft is stored on the device. */
  draftKey: string
  draft: FilterDraft | null
}

/** Edits a filter, runs it and saves it as a report. The last run and its page are in the URL. */
export function SavedReportEditor({ report, draftKey, draft }: SavedReportEditorProps) {
  const search: { run?: unknown; page?: number } = useSearch({ strict: false })
  const lastRun = parseFilterParam(search.run)
  const pagePath = `/a/reports/${report?.id ?? 'new'}`
  const saved = report?.parameters.filter ?? {}
  const filterDraft = useFilterDraft(draftKey, pagePath, saved, draft, lastRun)
  const { id, filter, isUnsaved, change, markSaved, leaveDialog } = filterDraft
  const [errors, setErrors] = useState<RangeErrors>({})
  const [isNaming, setIsNaming] = useState(false)
  const [runCount, setRunCount] = useState(0)
  const navigate = useNavigate()
  const runAgain = useRerun()
  const { create, update, saving } = useSaveReport(report?.id ?? id, setErrors)
  const current: ReportRun | null = lastRun ? { filter: lastRun } : report && { id: report.id }

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
  const run = () => {
    if (!validate()) return
    const next = report && !isUnsaved ? {} : { run: normalizeFilter(filter) }
    const same = (search.page ?? 1) === 1 && current !== null && JSON.stringify(next.run) === JSON.stringify(search.run)
    if (same) runAgain()
    else void navigate({ to: '.', search: next, replace: true, resetScroll: false })
    setRunCount(runCount + 1)
  }
  const isCreated = useRef(false)
  const saveAs = async (name: string) => {
    await create(name, filter)
    isCreated.current = true
    toast.success(texts.success.dataUpdated)
  }
  const openCreated = async () => {
    await deleteDraft(draftKey)
    await navigate({ to: `/a/reports/${id}`, replace: true, ignoreBlocker: true })
  }
  // It was created under the name typed first.
  const closeNaming = () => (isCreated.current ? void openCreated() : setIsNaming(false))
  const save = async () => {
    if (!validate()) return
    if (!report) return setIsNaming(true)
    if (!(await update(filter))) return
    await markSaved(filter)
    toast.success(texts.success.dataUpdated)
    await navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }

  return (
    <Page
      title={report?.name ?? savedReportTexts.newAnimalReport}
      back="/a/reports"
      ownHeading
      foot={
        <>
          <Button variant="default" loading={saving} onClick={() => void save()}>
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
      {current && (
        <FilterResults
          run={current}
          page={search.page ?? 1}
          runCount={runCount}
          isStale={!isSameFilter(filter, lastRun ?? saved)}
          onPage={(page) => {
            const search = (now: object) => ({ ...now, page })
            void navigate({ to: '.', search, resetScroll: false })
            setRunCount(runCount + 1)
          }}
        />
      )}
      <NameDialog
        title={savedReportTexts.saveTitle}
        opened={isNaming}
        onClose={closeNaming}
        onSave={saveAs}
        onSaved={openCreated}
      />
      {leaveDialog}
    </Page>
  )
}
