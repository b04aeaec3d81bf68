import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { accountStatuses, roles } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { type ListParams, ListPage } from '../../ui/list-page.tsx'
import { userFilterParams, type UserFilters, userListQuery } from './admin-queries.ts'
import { BulkActions } from './bulk-actions.tsx'
import type { VisibleUser } from './queries.ts'
import { SelectableUserRow } from './selectable-user-row.tsx'
import { SelectionControls } from './selection-controls.tsx'
import { useUserSelection } from './use-user-selection.ts'
import { UserRow } from './user-row.tsx'

/** All users, with filters by role and status, bulk actions, and a link that invites somebody. */
export function UsersPage() {
  const {
    role = '',
    status = '',
    page = 1,
    text = '',
  }: Partial<UserFilters & ListParams> = useSearch({ strict: false })
  const selection = useUserSelection()
  const { chosen, toggle, stop } = selection
  const row = (user: VisibleUser) =>
    chosen ? (
      <SelectableUserRow user={user} checked={chosen.has(user.id)} toggle={() => toggle(user.id)} />
    ) : (
      <UserRow user={user} />
    )
  return (
    <ListPage
      title={userTexts.title}
      back="/a/admin"
      searchLabel={userTexts.find}
      query={(params) => userListQuery(params, { role, status })}
      emptyText={userTexts.empty}
      failureText={texts.failure.getUsers}
      exports="users"
      exportQuery={(text) => userFilterParams(text, { role, status })}
      add={{ to: '/a/invite-user', text: userTexts.invite }}
      renderRow={row}
      footer={chosen && <BulkActions chosen={chosen} stop={stop} />}
    >
      <Filters role={role} status={status} />
      <SelectionControls params={{ page, text }} filters={{ role, status }} selection={selection} />
    </ListPage>
  )
}

const anyValue = 'any'
const toFilter = (chosen: string | null) => (chosen === null || chosen === anyValue ? '' : chosen)

function Filters({ role, status }: UserFilters) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const updateFilters = (filters: Partial<UserFilters>) =>
    void navigate({
      to: pathname,
      search: (before: object) => ({ ...before, ...filters, page: 1 }),
      replace: true,
    })
  return (
    <div className="two">
      <SelectField
        label={userTexts.role}
        value={role || anyValue}
        onChange={(chosen) => updateFilters({ role: toFilter(chosen) })}
        choices={[
          { value: anyValue, label: userTexts.anyRole },
          ...roles.map((name) => ({ value: name, label: name })),
        ]}
      />
      <SelectField
        label={userTexts.status}
        value={status || anyValue}
        onChange={(chosen) => updateFilters({ status: toFilter(chosen) })}
        choices={[
          { value: anyValue, label: userTexts.anyStatus },
          ...accountStatuses.map((name) => ({ value: name, label: userTexts.statuses[name] })),
        ]}
      />
    </div>
  )
}
