import { useQuery } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useRef } from 'react'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { PageOutOfRange } from '../../ui/page-out-of-range.tsx'
import { Pager } from '../../ui/pager.tsx'
import { errorMessage } from '../../ui/toast.ts'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { type ReportRun, resultsQuery } from './queries.ts'
import { ResultCards } from './result-cards.tsx'
import { ResultsTable } from './results-table.tsx'
import { savedReportTexts } from './saved-report-texts.ts'

interface FilterResultsProps {
  run: ReportRun
  page: number
  /** Counts runs and changes of the page. Each scrolls the results into view. */
  runCount: number
  /** Whether the filters were changed since the run. */
  isStale: boolean
  onPage: (page: number) => void
}

/** The animals that were found, as a table or, on a phone, as cards. */
export function FilterResults({ run, page, runCount, isStale, onPage }: FilterResultsProps) {
  const results = useQuery(resultsQuery(run, page))
  const isWide = useIsWide()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (runCount === 0) return
    title.current?.focus()
    title.current?.scrollIntoView({ block: 'start' })
  }, [runCount])
  const { data: animals, meta } = results.data ?? { data: [], meta: null }
  return (
    <section className="stack" aria-labelledby="results">
      <h2 id="results" className="results-title" tabIndex={-1} ref={title}>
        {savedReportTexts.results}
      </h2>
      {isStale && <p className="hint">{savedReportTexts.stale}</p>}
      <QueryState query={results} failureText={errorMessage(results.error, texts.failure.getAnimals)} />
      {meta && <output className="hint">{savedReportTexts.found(animals.length, meta.total)}</output>}
      {meta?.total === 0 && <EmptyState text={texts.empty.animals} />}
      {meta && page > meta.last_page && <PageOutOfRange lastPage={meta.last_page} onPage={onPage} />}
      {animals.length > 0 && (isWide ? <ResultsTable animals={animals} /> : <ResultCards animals={animals} />)}
      {meta && animals.length > 0 && <Pager page={page} lastPage={meta.last_page} onPage={onPage} />}
    </section>
  )
}
