import { IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useOutbox } from '../api/outbox-state.ts'
import { offlineTexts } from '../features/offline/index.ts'
import { useUnsentPhotos } from '../features/photos/index.ts'

/** The number of unsent changes and photos. */
export const useWaitingCount = () => useOutbox().unsent.length + useUnsentPhotos().length

/** Shows the number of unsent changes and photos in the header. */
export function WaitingButton() {
  const count = useWaitingCount()
  if (count === 0) return null
  return (
    <Link to="/a/waiting" className="icon-button waiting-button" aria-label={offlineTexts.waiting.button(count)}>
      <IconCloudUp stroke={1.8} aria-hidden />
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
    </Link>
  )
}
