import './saved-reports.css'
import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { keptFilter } from '@chisholm/domain/report-filter'
import type { SavedReport } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { forget } from '../../api/kept.ts'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { savedReportTexts } from './saved-report-texts.ts'
import { FilterSections } from './filter-sections.tsx'
import { NameDialog } from './name-dialog.tsx'
import { type Run, useRunAgain } from './queries.ts'
import { ReportHeading } from './report-heading.tsx'
import { Results } from './results.tsx'
import { filterMistakes, filterOfAddress, type RangeMistakes, sameFilter } from './typed-filter.ts'
import { useSaveReport } from './use-save-report.ts'
import { type KeptFilter, useTypedFilter } from './use-typed-filter.ts'
import { uiTexts } from '../../ui-texts.ts'

interface ReportBuilderProps {
  /** Null for a new report. */
  report: SavedReport | null
  /** The key of the draft on the device. */
  form: string
  kept: KeptFilter | null
}

/** Edits a filter, runs it and saves it as a report. The last run and its page live in the URL. */
export function ReportBuilder({ report, form, kept }: ReportBuilderProps) {
  const search: { run?: unknown; page?: number } = useSearch({ strict: false })
  const ran = filterOfAddress(search.run)
  const here = `/a/reports/${report?.id ?? 'new'}`
  const saved = report?.parameters.filter ?? {}
  const { id, filter, unsaved, change, question } = useTypedFilter(form, here, saved, kept, ran)
  const [mistakes, setMistakes] = useState<RangeMistakes>({})
  const [naming, setNaming] = useState(false)
  const [runs, setRuns] = useState(0)
  const navigate = useNavigate()
  const runAgain = useRunAgain()
  const { create, update, saving } = useSaveReport(report?.id ?? id, setMistakes)
  const current: Run | null = ran ? { filter: ran } : report && { id: report.id }

  /** Shows validation errors and focuses the first. @returns whether the filter is valid */
  const checked = () => {
    const found = filterMistakes(filter)
    setMistakes(found ?? {})
    if (found) document.getElementById(`${Object.keys(found)[0]}-min`)?.focus()
    return !found
  }
  const run = () => {
    if (!checked()) return
    const next = report && !unsaved ? {} : { run: keptFilter(filter) }
    const same = (search.page ?? 1) === 1 && current !== null && JSON.stringify(next.run) === JSON.stringify(search.run)
    if (same) runAgain()
    else void navigate({ to: '.', search: next, replace: true, resetScroll: false })
    setRuns(runs + 1)
  }
  const saveAs = async (name: string) => {
    await create(name, filter)
    await forget(form)
    toast.success(texts.success.dataUpdated)
    await navigate({ to: `/a/reports/${id}`, replace: true, ignoreBlocker: true })
  }
  const save = async () => {
    if (!checked()) return
    if (!report) return setNaming(true)
    if (!(await update(filter))) return
    await forget(form)
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
      <ReportHeading report={report} />
      <FilterSections
        filter={filter}
        mistakes={mistakes}
        onChange={(next, changed) => {
          change(next)
          setMistakes({ ...mistakes, [changed]: undefined })
        }}
      />
      {current && (
        <Results
          run={current}
          page={search.page ?? 1}
          runs={runs}
          stale={!sameFilter(filter, ran ?? saved)}
          onPage={(page) => {
            const search = (now: object) => ({ ...now, page })
            void navigate({ to: '.', search, resetScroll: false })
            setRuns(runs + 1)
          }}
        />
      )}
      <NameDialog title={savedReportTexts.saveTitle} opened={naming} onClose={() => setNaming(false)} onSave={saveAs} />
      {question}
    </Page>
  )
}
