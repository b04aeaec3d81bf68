import { useNavigate, useSearch } from '@tanstack/react-router'
import { normalizeFilter, type ReportFilter } from '@chisholm/domain/report-filter'
import type { SavedReport } from '@chisholm/domain/schemas/saved-reports'
import { useState } from 'react'
import { parseFilterParam } from './filter-validation.ts'
import { type ReportRun, useRerun } from './queries.ts'

/** Runs of a report. The filter of the last run and the page of its results are in the URL. */
export function useReportRun(report: SavedReport | null) {
  const search: { run?: unknown; page?: number } = useSearch({ strict: false })
  const navigate = useNavigate()
  const rerun = useRerun()
  const [count, setCount] = useState(0)
  const filterOfRun = parseFilterParam(search.run)
  const page = search.page ?? 1
  const current: ReportRun | null = filterOfRun ? { filter: filterOfRun } : report && { id: report.id }
  return {
    /** The filter of the last run; null for the filter of the saved report. */
    filterOfRun,
    page,
    /** The run whose results are shown; null before the first run of a new report. */
    current,
    /** Counts runs and changes of the page. */
    count,
    /** Runs this filter, or that of the saved report if it is null. */
    run: (filter: ReportFilter | null) => {
      const next = filter ? { run: normalizeFilter(filter) } : {}
      const isSame = page === 1 && current !== null && JSON.stringify(next.run) === JSON.stringify(search.run)
      if (isSame) rerun()
      else void navigate({ to: '.', search: next, replace: true, resetScroll: false })
      setCount(count + 1)
    },
    showPage: (next: number) => {
      void navigate({ to: '.', search: (now: object) => ({ ...now, page: next }), resetScroll: false })
      setCount(count + 1)
    },
    /** Shows the results of the saved report. */
    showSaved: () => navigate({ to: '.', search: {}, replace: true, resetScroll: false }),
  }
}
