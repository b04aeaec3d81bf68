import type { FieldDiff } from '@chisholm/domain/schemas/audit-log'
import { isDay, formatLongDay, formatLongVisit, type Zone } from '@chisholm/domain/dates'
import { useSiteZone } from '../../ui/site-zone.tsx'
import { historyTexts } from './history-texts.ts'

const timestampPattern = /^\d{4}-\d\d-\d\dT/

/** Formats dates and timestamps. Other texts stay as they are. */
function formatValue(text: string | null, zone: Zone): string | null {
  if (text === null || isDay(text)) return text && formatLongDay(text)
  return timestampPattern.test(text) ? formatLongVisit(text, zone) : text
}

export function FieldChanges({ changes }: { changes: FieldDiff[] }) {
  const zone = useSiteZone()
  if (changes.length === 0) return null
  return (
    <ul className="changes hint">
      {changes.map(({ field, from, to }) => (
        <li key={`${field} ${to}`}>
          {field}: {historyTexts.change(formatValue(from, zone), formatValue(to, zone))}
        </li>
      ))}
    </ul>
  )
}
