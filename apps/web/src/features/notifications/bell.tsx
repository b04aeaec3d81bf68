import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unreadQuery } from './notification-queries.ts'
import { notificationTexts } from './notification-texts.ts'

/** Links to the notifications, and shows the number of unread ones. */
export function Bell() {
  const unread = useQuery(unreadQuery).data ?? 0
  return (
    <Link to="/a/notifications" className="icon-button waiting-button" aria-label={notificationTexts.bell(unread)}>
      <IconBell stroke={1.8} aria-hidden />
      {unread > 0 && <span aria-hidden>{unread > 99 ? '99+' : unread}</span>}
    </Link>
  )
}
