import '../ui/status-bar.css'
import './outbox-status-bar.css'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { vetKinds } from '../api/outbox-entries.ts'
import { sendNow } from '../api/outbox-sender.ts'
import { outboxState, useOutbox } from '../api/outbox-state.ts'
import { useOldestCopyShown } from '../api/offline-copies-shown.ts'
import { useAllPhotoDrafts } from '../features/photos/index.ts'
import { toast } from '../ui/toast.ts'
import { outboxTexts } from '../outbox-texts.ts'
import { DateTime } from '../ui/date-time.tsx'
import { shellTexts } from './shell-texts.ts'

async function tryNow(): Promise<void> {
  await sendNow()
  const { serverReached, serverFailed } = outboxState.getState()
  if (serverFailed) toast.failure(outboxTexts.stillFails)
  else if (!serverReached) toast.failure(shellTexts.stillNone)
}

/** Shows on every page: offline, age of the data shown, number of unsent changes, refused changes. */
export function OutboxStatusBar() {
  const { unsent, serverReached, serverFailed } = useOutbox()
  const { online } = useNetwork()
  const copyFrom = useOldestCopyShown()
  const photos = useAllPhotoDrafts().filter(({ waits }) => waits).length
  const refused = unsent.filter(({ refusal }) => refusal)
  const count = unsent.length - refused.length + photos
  const [firstRefused] = refused
  const [firstFailed] = serverFailed ? unsent : []
  const shown = firstRefused ?? firstFailed
  if (online && count === 0 && !firstRefused && copyFrom === null) return null
  const isOffline = !online || !serverReached || copyFrom !== null
  const Icon = firstRefused || firstFailed ? IconAlertTriangle : isOffline ? IconCloudOff : IconCloudUp
  const text = firstRefused
    ? outboxTexts.refusedSomewhere(refused.length)
    : count === 0
      ? online
        ? outboxTexts.noAnswer
        : outboxTexts.offline
      : isOffline
        ? outboxTexts.wait(count)
        : firstFailed
          ? outboxTexts.serverFailed(count)
          : outboxTexts.sending(count)
  return (
    <section
      className={firstRefused ? 'status-bar outbox-status-bar refused' : 'status-bar outbox-status-bar'}
      aria-label={outboxTexts.title}
    >
      <Icon size={20} stroke={1.8} aria-hidden />
      <div className="grow">
        <output>{text}</output>
        {copyFrom !== null && (
          <small>
            {outboxTexts.shownAsOf} <DateTime at={new Date(copyFrom).toISOString()} />
          </small>
        )}
      </div>
      {shown && (
        <Link
          className="status-bar-button"
          to={vetKinds.has(shown.kind) ? '/a/vet/ticketdetail/$id' : '/a/postmortem/$id'}
          params={{ id: shown.ticketId }}
        >
          {outboxTexts.show}
        </Link>
      )}
      {!firstRefused && count > 0 && (
        <button type="button" className="status-bar-button" onClick={() => void tryNow()}>
          {outboxTexts.tryNow}
        </button>
      )}
    </section>
  )
}
