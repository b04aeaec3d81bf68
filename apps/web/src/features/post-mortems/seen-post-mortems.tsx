import './seen-post-mortems.css'
import { formatLongDay } from '@chisholm/domain/dates'
import type { ReactNode } from 'react'
import { postMortemPathOnRoute } from '@chisholm/domain/page-paths'
import type { SeenBeforeReport } from '../../api/seen-before.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

/** The number of earlier tickets, and of animals of one title, that are shown. */
export const mostSeenShown = 3

interface SeenPostMortemsProps {
  reports: readonly SeenBeforeReport[]
  vetRoute: boolean
}

/** The question about animals that were saved already, with the tickets that have their RFIDs. */
export function SeenPostMortems({ reports, vetRoute }: SeenPostMortemsProps) {
  const names = reports.map(({ animal }) => nameOfAnimal(animal))
  // A ticket may have several animals with these numbers.
  const seen = new Map(reports.flatMap((report) => report.seen).map((one) => [one.post_mortem_id, one]))
  return (
    <>
      {postMortemTexts.seenBefore.savedTitle(names.slice(0, mostSeenShown), names.length - mostSeenShown)}
      <ul>
        {[...seen.values()].slice(0, mostSeenShown).map(({ post_mortem_id, title, customer_record_at }) => (
          <SeenPostMortem key={post_mortem_id} id={post_mortem_id} day={customer_record_at} vetRoute={vetRoute}>
            {postMortemTexts.seenBefore.ticket(
              title,
              reports.some(({ postMortemId }) => postMortemId === post_mortem_id),
            )}
          </SeenPostMortem>
        ))}
      </ul>
      {reports.length === 1 ? postMortemTexts.seenBefore.question : postMortemTexts.seenBefore.severalQuestion}
    </>
  )
}

interface SeenPostMortemProps {
  id: string
  day: string | null
  vetRoute: boolean
  /** Its number. */
  children: ReactNode
}

/** An earlier ticket with the same RFID. */
export const SeenPostMortem = ({ id, day, vetRoute, children }: SeenPostMortemProps) => (
  <li>
    {/* another window, so that the input here stays */}
    <a href={postMortemPathOnRoute(vetRoute, id)} target="_blank" rel="noreferrer">
      {children}
    </a>
    {day && `, ${formatLongDay(day)}`}
  </li>
)
