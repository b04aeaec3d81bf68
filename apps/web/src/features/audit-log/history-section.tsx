import './audit-log.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryState } from '../../ui/states.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { historyTexts } from './history-texts.ts'
import { FieldChanges } from './field-changes.tsx'
import { historyQuery } from './queries.ts'

/** The history of a ticket. It is loaded when the section is opened. */
export function HistorySection({ postMortemId }: { postMortemId: string }) {
  return (
    <Disclosure className="card" title={<h2>{historyTexts.title}</h2>}>
      <Timeline postMortemId={postMortemId} />
    </Disclosure>
  )
}

function Timeline({ postMortemId }: { postMortemId: string }) {
  const history = useInfiniteQuery(historyQuery(postMortemId))
  if (!history.data) return <QueryState query={history} failureText={historyTexts.failed} height={44} count={3} />
  return (
    <>
      <ol className="timeline">
        {history.data.map(({ id, sentence, happened_at, changes }) => (
          <li key={id}>
            {sentence}
            <div className="hint">
              <DateTime at={happened_at} />
            </div>
            <FieldChanges changes={changes} />
          </li>
        ))}
      </ol>
      <LoadMore list={history} />
    </>
  )
}
