import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { accountStatuses, roles } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { SelectField } from '../../ui/fields.tsx'
import { type Asked, ListedPage } from '../../ui/listed-page.tsx'
import { peopleMatching, type UserFilters, userListQuery } from './admin-queries.ts'
import { BulkActions } from './bulk-actions.tsx'
import type { ShownUser } from './queries.ts'
import { SelectRow } from './select-row.tsx'
import { SelectionTools } from './selection-tools.tsx'
import { useSelection } from './use-selection.ts'
import { UserRow } from './user-row.tsx'

/** All users, filtered by role and status, with bulk actions and a link to invite somebody. */
export function UsersPage() {
  const { role = '', status = '', page = 1, text = '' }: Partial<UserFilters & Asked> = useSearch({ strict: false })
  const selection = useSelection()
  const { chosen, toggle, stop } = selection
  const row = (user: ShownUser) =>
    chosen ? (
      <SelectRow user={user} checked={chosen.has(user.id)} toggle={() => toggle(user.id)} />
    ) : (
      <UserRow user={user} />
    )
  return (
    <ListedPage
      title={userTexts.title}
      back="/a/admin"
      find={userTexts.find}
      query={(asked) => userListQuery(asked, { role, status })}
      empty={userTexts.empty}
      failed={texts.failure.getUsers}
      exports="users"
      exportQuery={(text) => peopleMatching(text, { role, status })}
      add={{ to: '/a/invite-user', text: userTexts.invite }}
      row={row}
      foot={chosen && <BulkActions chosen={chosen} stop={stop} />}
    >
      <Filters role={role} status={status} />
      <SelectionTools asked={{ page, text }} filters={{ role, status }} selection={selection} />
    </ListedPage>
  )
}

const any = 'any'
const askedOf = (chosen: string | null) => (chosen === null || chosen === any ? '' : chosen)

function Filters({ role, status }: UserFilters) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const narrow = (filters: Partial<UserFilters>) =>
    void navigate({
      to: pathname,
      search: (before: object) => ({ ...before, ...filters, page: 1 }),
      replace: true,
    })
  return (
    <div className="two">
      <SelectField
        label={userTexts.role}
        value={role || any}
        onChange={(chosen) => narrow({ role: askedOf(chosen) })}
        choices={[{ value: any, label: userTexts.anyRole }, ...roles.map((name) => ({ value: name, label: name }))]}
      />
      <SelectField
        label={userTexts.status}
        value={status || any}
        onChange={(chosen) => narrow({ status: askedOf(chosen) })}
        choices={[
          { value: any, label: userTexts.anyStatus },
          ...accountStatuses.map((name) => ({ value: name, label: userTexts.statuses[name] })),
        ]}
      />
    </div>
  )
}
