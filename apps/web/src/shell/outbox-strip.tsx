import '../ui/strip.css'
import './outbox-strip.css'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { sendNow } from '../api/outbox-sender.ts'
import { outboxState, useOutbox } from '../api/outbox-state.ts'
import { useAllDrafts } from '../features/photos/index.ts'
import { toast } from '../ui/toast.ts'
import { outboxTexts } from '../outbox-texts.ts'
import { shellTexts } from './shell-texts.ts'

async function tryNow(): Promise<void> {
  await sendNow()
  const { reached, failed } = outboxState.now()
  if (failed) toast.failure(outboxTexts.stillFails)
  else if (!reached) toast.failure(shellTexts.stillNone)
}

/** Shows on every page: offline, number of unsent changes, refused changes. */
export function OutboxStrip() {
  const { waiting, reached, failed } = useOutbox()
  const { online } = useNetwork()
  const photos = useAllDrafts().filter(({ waits }) => waits).length
  const refused = waiting.filter(({ refusal }) => refusal)
  const count = waiting.length - refused.length + photos
  const [first] = refused
  const [stuck] = failed ? waiting : []
  const shown = first ?? stuck
  if (online && count === 0 && !first) return null
  const lost = !online || !reached
  const Icon = first || stuck ? IconAlertTriangle : lost ? IconCloudOff : IconCloudUp
  const text = first
    ? outboxTexts.refusedSomewhere(refused.length)
    : count === 0
      ? outboxTexts.offline
      : lost
        ? outboxTexts.wait(count)
        : stuck
          ? outboxTexts.serverFailed(count)
          : outboxTexts.sending(count)
  return (
    <section className={first ? 'strip outbox-strip refused' : 'strip outbox-strip'} aria-label={outboxTexts.title}>
      <Icon size={20} stroke={1.8} aria-hidden />
      <output className="grow">{text}</output>
      {shown && (
        <Link className="strip-button" to="/a/postmortem/$id" params={{ id: shown.ticketId }}>
          {outboxTexts.show}
        </Link>
      )}
      {!first && count > 0 && (
        <button type="button" className="strip-button" onClick={() => void tryNow()}>
          {outboxTexts.tryNow}
        </button>
      )}
    </section>
  )
}
