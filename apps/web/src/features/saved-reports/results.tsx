import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useRef } from 'react'
import { EmptyState, FailedState, Skeletons } from '../../ui/faces.tsx'
import { PastEnd } from '../../ui/past-end.tsx'
import { Pager } from '../../ui/pager.tsx'
import { wordsOf } from '../../ui/toast.ts'
import { type Run, resultsQuery } from './queries.ts'
import { ResultCards } from './result-cards.tsx'
import { ResultsTable } from './results-table.tsx'
import { savedReportTexts } from './saved-report-texts.ts'

interface ResultsProps {
  run: Run
  page: number
  /** Counts runs and page changes: each scrolls the results into view. */
  runs: number
  /** Whether the filters were changed since the run. */
  stale: boolean
  onPage: (page: number) => void
}

/** The animals found: a table, or cards on a phone. */
export function Results({ run, page, runs, stale, onPage }: ResultsProps) {
  const results = useQuery(resultsQuery(run, page))
  const roomy = useMediaQuery('(min-width: 768px)', false, { getInitialValueInEffect: false })
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (runs === 0) return
    title.current?.focus()
    title.current?.scrollIntoView({ block: 'start' })
  }, [runs])
  const { data: animals, meta } = results.data ?? { data: [], meta: null }
  return (
    <section className="stack" aria-labelledby="results">
      <h2 id="results" className="results-title" tabIndex={-1} ref={title}>
        {savedReportTexts.results}
      </h2>
      {stale && <p className="hint">{savedReportTexts.stale}</p>}
      {results.isPending && <Skeletons />}
      {results.isError && (
        <FailedState text={wordsOf(results.error, texts.failure.getAnimals)} retry={() => void results.refetch()} />
      )}
      {meta && <output className="hint">{savedReportTexts.found(animals.length, meta.total)}</output>}
      {meta?.total === 0 && <EmptyState text={texts.empty.animals} />}
      {meta && page > meta.last_page && <PastEnd lastPage={meta.last_page} onPage={onPage} />}
      {animals.length > 0 && (roomy ? <ResultsTable animals={animals} /> : <ResultCards animals={animals} />)}
      {meta && animals.length > 0 && <Pager page={page} lastPage={meta.last_page} onPage={onPage} />}
    </section>
  )
}
