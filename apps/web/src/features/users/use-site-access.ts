import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
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

/** Sorted by id, so that removing a site and adding it again is no change. Drafts show the names. */
const toFormValues = (sites: OfferedSite[]) => ({
  sites: sites
    .map(({ id, name, retired, customer }) => ({
      id,
      name,
      retired,
      customer: { id: customer.id, name: customer.name },
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
})

/** The state of the form: the client's sites and those that were added by the search, and which of them are chosen. */
export function useSiteAccess(user: VisibleUser) {
  const before = currentSites(user)
  const [addedSites, setAddedSites] = useState<OfferedSite[]>([])
  const invalidateUsers = useInvalidateUsers()
  const form = usePageForm({
    draftName: `sites ${user.id}`,
    initialValues: toFormValues(before),
    onSubmit: ({ sites }) => api.put('/users/{id}/sites', { sites: sites.map(({ id }) => id) }, { id: user.id }),
    failureText: userTexts.failed,
    toastFailures: true,
    onSuccess: async ({ message }) => {
      await invalidateUsers()
      toast.success(message ?? texts.success.siteAccess)
    },
  })
  const chosen = form.values.sites
  const savedIds = new Set(before.map(({ id }) => id))
  const chosenIds = new Set(chosen.map(({ id }) => id))
  /** The number of additions and removals that are not saved yet. */
  const changes =
    chosen.filter(({ id }) => !savedIds.has(id)).length + before.filter(({ id }) => !chosenIds.has(id)).length
  const sites = [...new Map([...before, ...addedSites, ...chosen].map((site) => [site.id, site])).values()]
  const choose = (next: OfferedSite[]) => form.setValues(toFormValues(next))
  const add = (added: OfferedSite[]) => {
    setAddedSites((earlier) => [...earlier, ...added])
    choose([...chosen, ...added.filter(({ id }) => !chosenIds.has(id))])
  }
  const toggle = (id: string) =>
    choose(
      chosenIds.has(id)
        ? chosen.filter((one) => one.id !== id)
        : sites.filter((one) => one.id === id || chosenIds.has(one.id)),
    )
  return {
    sites,
    known: chosenIds,
    changes,
    add,
    toggle,
    save: () => void form.submit(),
    saving: form.isSubmitting,
    guard: form.guard,
  }
}
