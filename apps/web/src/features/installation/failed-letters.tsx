import './failed-letters.css'
import type { FailedLetter } from '@chisholm/domain/shapes'
import { installationTexts } from './installation-texts.ts'
import { Moment } from '../../ui/moment.tsx'

export function FailedLetters({ letters }: { letters: FailedLetter[] }) {
  if (letters.length === 0) return <p className="hint">{installationTexts.noFailed}</p>
  return (
    <ul className="failed-letters" aria-label={installationTexts.failedLetters}>
      {letters.map(({ id, to, subject, tries, reason, created_at, next_try_at }) => (
        <li key={id}>
          <b>{to}</b>
          <span>{subject}</span>
          <span className="hint">
            <Moment at={created_at} /> · {installationTexts.tries(tries)}
            {reason && `: ${reason}`}
          </span>
          <span className="hint">
            {next_try_at ? (
              <>
                {installationTexts.nextTry} <Moment at={next_try_at} />
              </>
            ) : (
              installationTexts.isGivenUp
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
