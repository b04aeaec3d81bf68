import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useUsersChanged } from './admin-queries.ts'
import type { ShownUser } from './queries.ts'

/** A site to choose, with its customer. */
export interface OfferedSite {
  id: string
  name: string
  retired: number
  customer: { id: string; name: string }
}

const sitesOf = ({ customers = [] }: ShownUser): OfferedSite[] =>
  customers.flatMap(({ id, name, sites }) => sites.map((site) => ({ ...site, customer: { id, name } })))

/** State of the site access form: the client's sites plus those added by search, and which are chosen. */
export function useSiteAccess(user: ShownUser) {
  const before = sitesOf(user)
  const [found, setFound] = useState<OfferedSite[]>([])
  const [chosen, setChosen] = useState(() => before.map(({ id }) => id))
  const usersChanged = useUsersChanged()
  const saving = useMutation({
    mutationFn: () => api.put('/users/{id}/sites', { sites: chosen }, { id: user.id }),
    onSuccess: async ({ message }) => {
      await usersChanged()
      toast.success(message ?? texts.success.siteAccess)
    },
    onError: (failure) => toast.failure(wordsOf(failure, userTexts.failed)),
  })
  const had = new Set(before.map(({ id }) => id))
  const known = new Set(chosen)
  /** The number of unsaved additions and removals. */
  const changes = chosen.filter((id) => !had.has(id)).length + [...had].filter((id) => !known.has(id)).length
  const add = (sites: OfferedSite[]) => {
    setFound((earlier) => [
      ...earlier,
      ...sites.filter(({ id }) => !had.has(id) && !earlier.some((one) => one.id === id)),
    ])
    setChosen((earlier) => [...new Set([...earlier, ...sites.map(({ id }) => id)])])
  }
  const toggle = (id: string) =>
    setChosen((earlier) => (earlier.includes(id) ? earlier.filter((one) => one !== id) : [...earlier, id]))
  const sites = [...before, ...found.filter(({ id }) => !had.has(id))]
  return { sites, known, changes, add, toggle, save: () => saving.mutate(), saving: saving.isPending }
}
