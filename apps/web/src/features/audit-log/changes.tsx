import type { Change } from '@chisholm/domain/shapes'
import { isDay, longDay, longVisit, type Zone } from '@chisholm/domain/dates'
import { useZone } from '../../api/practice.ts'
import { historyTexts } from './history-texts.ts'

const momentPattern = /^\d{4}-\d\d-\d\dT/

/** Formats dates and timestamps; leaves other texts as they are. */
function shown(text: string | null, zone: Zone): string | null {
  if (text === null || isDay(text)) return text && longDay(text)
  return momentPattern.test(text) ? longVisit(text, zone) : text
}

/** The changed fields with their old and new values. */
export function Changes({ changes }: { changes: Change[] }) {
  const zone = useZone()
  if (changes.length === 0) return null
  return (
    <ul className="changes hint">
      {changes.map(({ field, from, to }) => (
        <li key={`${field} ${to}`}>
          {field}: {historyTexts.change(shown(from, zone), shown(to, zone))}
        </li>
      ))}
    </ul>
  )
}
