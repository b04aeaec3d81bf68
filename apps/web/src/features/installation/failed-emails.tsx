import './failed-emails.css'
import type { FailedEmail } from '@chisholm/domain/schemas/installation'
import { installationTexts } from './installation-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'

export function FailedEmails({ emails }: { emails: FailedEmail[] }) {
  if (emails.length === 0) return <p className="hint">{installationTexts.noFailed}</p>
  return (
    <ul className="failed-emails" aria-label={installationTexts.failedEmails}>
      {emails.map(({ id, to, subject, tries, reason, created_at, next_try_at }) => (
        <li key={id}>
          <b>{to}</b>
          <span>{subject}</span>
          <span className="hint">
            <DateTime at={created_at} /> · {installationTexts.tries(tries)}
            {reason && `: ${reason}`}
          </span>
          <span className="hint">
            {next_try_at ? (
              <>
                {installationTexts.nextTry} <DateTime at={next_try_at} />
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
