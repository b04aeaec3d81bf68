import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import { toast, errorMessage } from '../../ui/toast.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import type { VisibleUser } from './queries.ts'

export interface OfferedSite {
  id: string
  name: string
  retired: number
  customer: { id: string; name: string }
}

const currentSites = ({ customers = [] }: VisibleUser): OfferedSite[] =>
  customers.flatMap(({ id, name, sites }) => sites.map((site) => ({ ...site, customer: { id, name } })))

/** The state of the form: the client's sites and those that were added by the search, and which of them are chosen. */
export function useSiteAccess(user: VisibleUser) {
  const before = currentSites(user)
  const [addedSites, setAddedSites] = useState<OfferedSite[]>([])
  const [chosen, setChosen] = useState(() => before.map(({ id }) => id))
  const invalidateUsers = useInvalidateUsers()
  const saving = useMutation({
    mutationFn: () => api.put('/users/{id}/sites', { sites: chosen }, { id: user.id }),
    onSuccess: async ({ message }) => {
      await invalidateUsers()
      toast.success(message ?? texts.success.siteAccess)
    },
    onError: (failure) => toast.failure(errorMessage(failure, userTexts.failed)),
  })
  const savedIds = new Set(before.map(({ id }) => id))
  const chosenIds = new Set(chosen)
  /** The number of additions and removals that are not saved yet. */
  const changes =
    chosen.filter((id) => !savedIds.has(id)).length + [...savedIds].filter((id) => !chosenIds.has(id)).length
  const add = (sites: OfferedSite[]) => {
    setAddedSites((earlier) => [
      ...earlier,
      ...sites.filter(({ id }) => !savedIds.has(id) && !earlier.some((one) => one.id === id)),
    ])
    setChosen((earlier) => [...new Set([...earlier, ...sites.map(({ id }) => id)])])
  }
  const toggle = (id: string) =>
    setChosen((earlier) => (earlier.includes(id) ? earlier.filter((one) => one !== id) : [...earlier, id]))
  const sites = [...before, ...addedSites.filter(({ id }) => !savedIds.has(id))]
  return { sites, known: chosenIds, changes, add, toggle, save: () => saving.mutate(), saving: saving.isPending }
}
