import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { accountStatuses, roles } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { adminTexts } from '../../admin-texts.ts'
import { SelectField } from '../../ui/fields.tsx'
import { ListedPage } from '../../ui/listed-page.tsx'
import { peopleMatching, type UserFilters, userListQuery } from './admin-queries.ts'
import type { ShownUser } from './queries.ts'
import { UserRow } from './user-row.tsx'

const words = adminTexts.users

const userRow = (user: ShownUser) => <UserRow user={user} />

/** Everybody with an account, by role and status; and the way to invite somebody. */
export function UsersPage() {
  const { role = '', status = '' } = useSearch({ strict: false }) as Partial<UserFilters>
  return (
    <ListedPage
      title={words.title}
      back="/a/admin"
      find={words.find}
      query={(asked) => userListQuery(asked, { role, status })}
      empty={words.empty}
      failed={texts.failure.getUsers}
      exports="users"
      exportQuery={(text) => peopleMatching(text, { role, status })}
      add={{ to: '/a/invite-user', text: words.invite }}
      row={userRow}
    >
      <Filters role={role} status={status} />
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
      search: (before: object) => ({ ...before, ...filters, page: 1 }) as never,
      replace: true,
    })
  return (
    <div className="two">
      <SelectField
        label={words.role}
        value={role || any}
        onChange={(chosen) => narrow({ role: askedOf(chosen) })}
        choices={[{ value: any, label: words.anyRole }, ...roles.map((name) => ({ value: name, label: name }))]}
      />
      <SelectField
        label={words.status}
        value={status || any}
        onChange={(chosen) => narrow({ status: askedOf(chosen) })}
        choices={[
          { value: any, label: words.anyStatus },
          ...accountStatuses.map((name) => ({ value: name, label: words.statuses[name] })),
        ]}
      />
    </div>
  )
}
