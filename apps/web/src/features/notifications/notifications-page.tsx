import './notifications.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Notification } from '@chisholm/domain/schemas/notifications'
import { DateTime } from '../../ui/date-time.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { notificationsQuery, useMarkRead } from './notification-queries.ts'
import { notificationTexts as texts } from './notification-texts.ts'
import { OpenPostMortem } from './open-post-mortem.tsx'
import { preferencesHash } from './preferences-hash.ts'

/** The user's notifications, newest first. */
export function NotificationsPage() {
  const { page = 1, number }: { page?: number; number?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = useQuery(notificationsQuery(page))
  const { mutate: markRead, isPending: isMarking } = useMarkRead()
  const goTo = (next: number) => void navigate({ to: '.', search: { page: next } })
  const meta = list.data?.meta
  return (
    <Page title={texts.title} back ownHeading>
      {number && <OpenPostMortem number={number} />}
      <div className="row between">
        <h1>{texts.title}</h1>
        {meta && meta.unread > 0 && (
          <Button variant="default" loading={isMarking} onClick={() => markRead('all')}>
            {texts.markAllRead}
          </Button>
        )}
      </div>
      <PagedList
        query={list}
        page={page}
        onPage={goTo}
        failureText={texts.failed}
        empty={<EmptyState text={texts.empty} />}
        renderRow={(notification) => (
          <Row notification={notification} onOpen={() => notification.read_at ?? markRead(notification.id)} />
        )}
        height={80}
      />
      {!list.isPending && (
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/a/profile" hash={preferencesHash} />}>
          {texts.choose}
        </Button>
      )}
    </Page>
  )
}

const Row = ({ notification, onOpen }: { notification: Notification; onOpen: () => void }) => (
  <Link to={notification.link} className="card notification" onClick={onOpen}>
    <span className="grow">
      <b>{notification.title}</b>
      <span className="hint">{notification.text}</span>
      <span className="hint">
        <DateTime at={notification.created_at} />
      </span>
    </span>
    {notification.read_at === null && (
      <span className="notification-unread">
        <span className="visually-hidden">{texts.unread}</span>
      </span>
    )}
  </Link>
)
