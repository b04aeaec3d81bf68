import './select-row.css'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import type { Asked } from '../../ui/listed-page.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { peopleMatching, type UserFilters, userListQuery } from './admin-queries.ts'
import type { Selection } from './use-selection.ts'

const most = constants.bulkPeopleMax

/** Starts a selection, shows its size, and selects all matching users. */
export function SelectionTools({
  asked,
  filters,
  selection,
}: {
  asked: Asked
  filters: UserFilters
  selection: Selection
}) {
  const found = useQuery(userListQuery(asked, filters)).data?.meta.total ?? 0
  const all = useMutation({
    mutationFn: () => api.get('/users', { page: 1, per_page: most, ...peopleMatching(asked.text, filters) }),
    onSuccess: ({ data }) => selection.add(data.map(({ id }) => id)),
    onError: (failure) => toast.failure(wordsOf(failure, texts.failure.getUsers)),
  })
  if (selection.chosen === null)
    return (
      <Button
        variant="default"
        size="sm"
        disabled={found === 0}
        onClick={selection.start}
        style={{ alignSelf: 'flex-start' }}
      >
        {userTexts.bulk.select}
      </Button>
    )
  return (
    <div className="row between">
      <output>{userTexts.bulk.selected(selection.chosen.size)}</output>
      <Button variant="default" size="sm" loading={all.isPending} disabled={found === 0} onClick={() => all.mutate()}>
        {userTexts.bulk.selectAll(Math.min(found, most), found)}
      </Button>
    </div>
  )
}
