import type { Change } from '@chisholm/domain/shapes'
import { longDate } from '@chisholm/domain/dates'
import { uiTexts } from '../../ui-texts.ts'

const momentPattern = /^\d{4}-\d\d-\d\d(?:T|$)/

/** Days and moments as they are shown everywhere; other texts as they are. */
const shown = (text: string | null) => (text !== null && momentPattern.test(text) ? longDate(text) : text)

/** What a change made of each field: what it was, and what it became. */
export const Changes = ({ changes }: { changes: Change[] }) =>
  changes.length > 0 && (
    <ul className="changes hint">
      {changes.map(({ field, from, to }) => (
        <li key={`${field} ${to}`}>
          {field}: {uiTexts.history.change(shown(from), shown(to))}
        </li>
      ))}
    </ul>
  )
