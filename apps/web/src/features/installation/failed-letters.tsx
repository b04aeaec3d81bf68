import './failed-letters.css'
import type { FailedLetter } from '@chisholm/domain/shapes'
import { adminTexts } from '../../admin-texts.ts'
import { Moment } from '../../ui/moment.tsx'

const words = adminTexts.installation

export function FailedLetters({ letters }: { letters: FailedLetter[] }) {
  if (letters.length === 0) return <p className="hint">{words.noFailed}</p>
  return (
    <ul className="failed-letters" aria-label={words.failedLetters}>
      {letters.map(({ id, to, subject, tries, reason, created_at, next_try_at }) => (
        <li key={id}>
          <b>{to}</b>
          <span>{subject}</span>
          <span className="hint">
            <Moment at={created_at} /> · {words.tries(tries)}
            {reason && `: ${reason}`}
          </span>
          <span className="hint">
            {next_try_at ? (
              <>
                {words.nextTry} <Moment at={next_try_at} />
              </>
            ) : (
              words.isGivenUp
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
