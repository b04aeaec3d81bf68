import { LinkRow } from '../../ui/link-row.tsx'
import { nameOf, type ShownUser } from './queries.ts'
import { StatusPill } from './status-pill.tsx'

/** The line below the name: e-mail and roles. */
export const factsOf = (user: ShownUser) =>
  [nameOf(user) === user.email ? '' : user.email, user.roles.join(', ')].filter(Boolean).join(' · ')

/** A user in a list: name, e-mail, roles and status. */
export const UserRow = ({ user }: { user: ShownUser }) => (
  <LinkRow to={`/a/admin/users/${user.id}`} title={nameOf(user)} hint={factsOf(user)}>
    {user.status && <StatusPill status={user.status} />}
  </LinkRow>
)
