import './selectable-user-row.css'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import type { ListParams } from '../../ui/list-page.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { userFilterParams, type UserFilters, userListQuery } from './admin-queries.ts'
import type { UserSelection } from './use-user-selection.ts'

const maxSelected = constants.bulkUsersMax

/** Starts a selection, shows how many users it has, and selects all users who match. */
export function SelectionControls({
  params,
  filters,
  selection,
}: {
  params: ListParams
  filters: UserFilters
  selection: UserSelection
}) {
  const total = useQuery(userListQuery(params, filters)).data?.meta.total ?? 0
  const selectAll = useMutation({
    mutationFn: () => api.get('/users', { page: 1, per_page: maxSelected, ...userFilterParams(params.text, filters) }),
    onSuccess: ({ data }) => selection.add(data.map(({ id }) => id)),
    onError: toastFailure(texts.failure.getUsers),
  })
  if (selection.chosen === null)
    return (
      <Button
        variant="default"
        size="sm"
        disabled={total === 0}
        onClick={selection.start}
        style={{ alignSelf: 'flex-start' }}
      >
        {userTexts.bulk.select}
      </Button>
    )
  return (
    <div className="row between">
      <output>{userTexts.bulk.selected(selection.chosen.size)}</output>
      <Button
        variant="default"
        size="sm"
        loading={selectAll.isPending}
        disabled={total === 0}
        onClick={() => selectAll.mutate()}
      >
        {userTexts.bulk.selectAll(Math.min(total, maxSelected), total)}
      </Button>
    </div>
  )
}
