import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describeHours } from '@chisholm/domain/key-figures'
import type { OpenedAnimals, TurnaroundRow } from '@chisholm/domain/schemas/insight'
import { ChartCard } from './chart-card.tsx'
import type { DeathsSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

const { turnaround: texts } = insightTexts
const hoursOf = (row: TurnaroundRow['to_completed_hours']) => describeHours(row) ?? '–'
/** Keeps a number and its unit on one line, which a file does not need. */
const unbroken = (hours: string) => hours.replaceAll(' h', '\u00a0h')

interface TurnaroundTableProps {
  rows: TurnaroundRow[]
  /** Period and filters of the rows. */
  counted: DeathsSearch
  /** Further entries of the list. */
  children?: ReactNode
}

/** Waiting times of tickets for visit and report, by site. A site leads to its tickets. */
export function TurnaroundTable({ rows, counted, children }: TurnaroundTableProps) {
  const table = {
    head: [texts.site, texts.tickets, texts.toVisit, texts.toReport],
    rows: rows.map((row) => [row.label, row.n, hoursOf(row.to_scheduled_hours), hoursOf(row.to_completed_hours)]),
  }
  const shown = rows.toSorted((one, other) => other.n - one.n).slice(0, 6)
  return (
    <ChartCard title={texts.title} hint={texts.hint} file="turnaround" table={table}>
      {shown.length === 0 && <p className="hint">{texts.none}</p>}
      <ul className="work-list">
        {shown.map((row) => (
          <li key={row.key}>
            <Link to="/a/insight/tickets" search={{ ...counted, site: row.key ?? '' }}>
              {row.label}
            </Link>
            <dl>
              <div>
                <dt>{texts.toVisit}</dt>
                <dd>{unbroken(hoursOf(row.to_scheduled_hours))}</dd>
              </div>
              <div>
                <dt>{texts.toReport}</dt>
                <dd>{unbroken(hoursOf(row.to_completed_hours))}</dd>
              </div>
            </dl>
          </li>
        ))}
        {children}
      </ul>
    </ChartCard>
  )
}

/** How many of the animals examined at their site were still worth opening, as an item of the list. Empty without any. */
export const OpenedInTime = ({ animals, in_time }: OpenedAnimals) =>
  animals > 0 && (
    <li>
      <b>{insightTexts.opened.title}</b>
      <p>{insightTexts.opened.share(in_time, animals)}</p>
    </li>
  )
