import '../ui/status-bar.css'
import './outbox-status-bar.css'
import { clientPostMortemPath } from '@chisholm/domain/page-paths'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { OutboxEntry } from '../api/outbox-entries.ts'
import { sideKinds, vetKinds } from '../api/outbox-rules.ts'
import { useOutbox } from '../api/outbox-state.ts'
import { useOldestCopyShown } from '../api/offline-copies-shown.ts'
import { useHasUnstored } from '../api/with-free-space.ts'
import { offlineTexts, tryNow } from '../features/offline/index.ts'
import { useUnsentPhotos } from '../features/photos/index.ts'
import { outboxTexts } from '../outbox-texts.ts'
import { DateTime } from '../ui/date-time.tsx'
import { usePostMortemPath } from '../api/use-post-mortem-path.ts'

/** Whether the change was made on the ticket's page. The wizard made all others, whoever used it. */
const isOfPostMortemPage = ({ kind }: OutboxEntry) => vetKinds.has(kind) || sideKinds.has(kind)

/** Keeps what sticks beneath the bar clear of it, however many lines its text has. */
function reserveHeight(bar: HTMLElement) {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--outbox', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--outbox')
  }
}

/**
 * Shows on every page whether the device is offline, how old the data is, and how many changes and photos are unsent or
 * were rejected.
 */
export function OutboxStatusBar() {
  const { unsent, serverReached, serverFailed } = useOutbox()
  const { online } = useNetwork()
  const hasUnstored = useHasUnstored()
  const pathOf = usePostMortemPath()
  // this page lists everything and has the button itself
  const { pathname } = useLocation()
  const isListed = pathname === '/a/waiting'
  const copyFrom = useOldestCopyShown()
  const photos = useUnsentPhotos().filter(({ waits }) => waits).length
  const refused = unsent.filter(({ refusal }) => refusal)
  const waiting = { changes: unsent.length - refused.length, photos }
  const count = waiting.changes + waiting.photos
  const [firstRefused] = refused
  const [firstFailed] = serverFailed ? unsent : []
  const shown = firstRefused ?? firstFailed
  if (online && count === 0 && !firstRefused && copyFrom === null && !hasUnstored) return null
  const shownAt =
    shown && (isOfPostMortemPage(shown) ? pathOf(shown.postMortemId) : clientPostMortemPath(shown.postMortemId))
  const isOffline = !online || !serverReached || copyFrom !== null
  const isAlarm = firstRefused !== undefined || hasUnstored
  const Icon = isAlarm || serverFailed ? IconAlertTriangle : isOffline ? IconCloudOff : IconCloudUp
  const text = () => {
    if (hasUnstored) return offlineTexts.fullDevice
    if (firstRefused) return outboxTexts.refusedSomewhere(refused.length)
    if (count === 0 && online) return outboxTexts.noAnswer
    // there is space for two lines; the second is the age of the data
    if (count === 0) return copyFrom === null ? outboxTexts.offline : outboxTexts.noConnection
    if (isOffline) return outboxTexts.wait(waiting)
    return serverFailed ? outboxTexts.serverFailed(waiting) : outboxTexts.sending(waiting)
  }
  return (
    <section
      ref={reserveHeight}
      className={isAlarm ? 'status-bar outbox-status-bar refused' : 'status-bar outbox-status-bar'}
      aria-label={outboxTexts.title}
    >
      <Icon size={20} stroke={1.8} aria-hidden />
      <div className="grow">
        <output>{isListed || count + refused.length === 0 ? text() : <Link to="/a/waiting">{text()}</Link>}</output>
        {copyFrom !== null && (
          <small>
            {outboxTexts.shownAsOf} <DateTime at={new Date(copyFrom).toISOString()} />
          </small>
        )}
      </div>
      {shownAt && !isListed && pathname !== shownAt && (
        <Link className="status-bar-button" to={shownAt}>
          {outboxTexts.show}
        </Link>
      )}
      {!firstRefused && !isListed && count > 0 && (
        <button type="button" className="status-bar-button" onClick={() => void tryNow()}>
          {outboxTexts.tryNow}
        </button>
      )}
    </section>
  )
}
