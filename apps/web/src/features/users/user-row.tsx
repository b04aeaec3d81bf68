import { LinkRow } from '../../ui/link-row.tsx'
import { displayName, type VisibleUser } from './queries.ts'
import { AccountStatusPill } from './account-status-pill.tsx'

/** The line below the name, with e-mail and roles. */
export const emailAndRoles = (user: VisibleUser) =>
  [displayName(user) === user.email ? '' : user.email, user.roles.join(', ')].filter(Boolean).join(' · ')

export const UserRow = ({ user }: { user: VisibleUser }) => (
  <LinkRow to={`/a/admin/users/${user.id}`} title={displayName(user)} hint={emailAndRoles(user)}>
    {user.status && <AccountStatusPill status={user.status} />}
  </LinkRow>
)
