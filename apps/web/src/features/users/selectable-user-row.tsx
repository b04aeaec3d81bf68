import { Checkbox } from '@mantine/core'
import { displayName, type VisibleUser } from './queries.ts'
import { AccountStatusPill } from './account-status-pill.tsx'
import { emailAndRoles } from './user-row.tsx'

interface SelectableUserRowProps {
  user: VisibleUser
  checked: boolean
  toggle: () => void
}

/** A user in a list from which users are selected. The whole card is the touch target. */
export const SelectableUserRow = ({ user, checked, toggle }: SelectableUserRowProps) => (
  <div className={checked ? 'card selected select-row' : 'card select-row'}>
    <Checkbox label={displayName(user)} description={emailAndRoles(user)} checked={checked} onChange={toggle} />
    {user.status && <AccountStatusPill status={user.status} />}
  </div>
)
