import { useQuery } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { siteTexts } from './site-texts.ts'
import { QueryState } from '../../ui/states.tsx'
import { UserRow } from '../users/index.ts'
import { siteUsersQuery } from './admin-queries.ts'

/** The users who have access to a site. Each links to the user's page, where access is changed. */
export function SiteUsers({ siteId }: { siteId: string }) {
  const users = useQuery(siteUsersQuery(siteId))
  return (
    <section className="stack" aria-label={siteTexts.people}>
      <h2>{siteTexts.people}</h2>
      <QueryState query={users} failureText={texts.failure.getUsers} height={84} count={1} />
      {users.data?.meta.total === 0 && <p className="hint">{siteTexts.nobody}</p>}
      {users.data && users.data.meta.total > 0 && (
        <ul className="list">
          {users.data.data.map((user) => (
            <li key={user.id}>
              <UserRow user={user} />
            </li>
          ))}
        </ul>
      )}
      {users.data && users.data.meta.total > users.data.data.length && (
        <p className="hint">{siteTexts.morePeople(users.data.meta.total - users.data.data.length)}</p>
      )}
    </section>
  )
}
