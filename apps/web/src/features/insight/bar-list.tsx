import { Link } from '@tanstack/react-router'
import type { DeathsSearch } from './insight-period.ts'

export interface Bar {
  key: string
  label: string
  value: number
  /** Value of the previous period, shown as a line. */
  before?: number
  description: string
  /** The deaths to which the bar leads, if any. */
  link?: DeathsSearch | undefined
}

/** Horizontal bars with their numbers, longest first. */
export function BarList({ bars }: { bars: Bar[] }) {
  const top = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]))
  return (
    <ul className="bar-list">
      {bars.map((bar) => (
        <li key={bar.key}>
          {bar.link ? (
            <Link to="/a/insight/deaths" search={{ ...bar.link }} aria-label={bar.description}>
              <BarRow bar={bar} top={top} />
            </Link>
          ) : (
            <div>
              <span className="visually-hidden">{bar.description}</span>
              <BarRow bar={bar} top={top} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const BarRow = ({ bar, top }: { bar: Bar; top: number }) => (
  <span className="bar-row" aria-hidden>
    <span>{bar.label}</span>
    <span className="bar-track">
      {bar.value > 0 && <span className="bar-fill" style={{ width: `${(100 * bar.value) / top}%` }} />}
      {bar.before !== undefined && (
        <span className="bar-line" style={{ insetInlineStart: `${(100 * bar.before) / top}%` }} />
      )}
    </span>
    <b>{bar.value}</b>
  </span>
)
