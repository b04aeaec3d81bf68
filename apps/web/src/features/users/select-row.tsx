import { Checkbox } from '@mantine/core'
import { nameOf, type ShownUser } from './queries.ts'
import { StatusPill } from './status-pill.tsx'
import { factsOf } from './user-row.tsx'

interface SelectRowProps {
  user: ShownUser
  checked: boolean
  toggle: () => void
}

/** A user in a list, to select; the whole card is the touch target. */
export const SelectRow = ({ user, checked, toggle }: SelectRowProps) => (
  <div className={checked ? 'card selected select-row' : 'card select-row'}>
    <Checkbox label={nameOf(user)} description={factsOf(user)} checked={checked} onChange={toggle} />
    {user.status && <StatusPill status={user.status} />}
  </div>
)
