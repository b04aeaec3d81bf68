import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { changeCurrent } from '../../api/change-current.ts'
import { buildUrl } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { userQuery, type VisibleUser } from './queries.ts'
import {
  countChanges,
  noChanges,
  type OfferedSite,
  type SiteAccessChanges,
  withChanges,
  withToggledSite,
} from './site-access-changes.ts'
import { userTexts } from './user-texts.ts'

const currentSites = ({ customers = [] }: VisibleUser): OfferedSite[] =>
  customers.flatMap(({ id, name, sites }) => sites.map((site) => ({ ...site, customer: { id, name } })))

/** Makes the changes to the sites that the client has by now. */
const saveChanges = (id: string, changes: SiteAccessChanges) =>
  changeCurrent<VisibleUser>(
    buildUrl('/users/{id}', { id }),
    (user) => ({ sites: withChanges(currentSites(user), changes).map((site) => site.id) }),
    buildUrl('/users/{id}/sites', { id }),
  )

/** The state of the form: the client's sites and those that were added by the search, and which of them are chosen. */
export function useSiteAccess(user: VisibleUser) {
  const current = currentSites(user)
  const [foundSites, setFoundSites] = useState<OfferedSite[]>([])
  const queryClient = useQueryClient()
  const invalidateUsers = useInvalidateUsers()
  const form = usePageForm({
    draftName: `sites ${user.id}`,
    initialValues: noChanges,
    onSubmit: (changes) => saveChanges(user.id, changes),
    failureText: userTexts.failed,
    toastFailures: true,
    onSuccess: async ({ data, message }) => {
      queryClient.setQueryData(userQuery(user.id).queryKey, data)
      // Otherwise, something was ticked while the rest was saved.
      if (!form.isDirty()) form.resetTo(noChanges)
      await invalidateUsers()
      toast.success(message ?? texts.success.siteAccess)
    },
  })
  const changes = form.values
  const chosen = withChanges(current, changes)
  const toggled = (before: SiteAccessChanges, site: OfferedSite) => withToggledSite(current, before, site)
  const sites = [...new Map([...current, ...foundSites, ...chosen].map((site) => [site.id, site])).values()]
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const add = (found: OfferedSite[]) => {
    setFoundSites((earlier) => [...earlier, ...found])
    form.setValues(found.filter(({ id }) => !chosenIds.has(id)).reduce(toggled, changes))
  }
  const toggle = (id: string) => {
    const site = sites.find((one) => one.id === id)
    if (site) form.setValues(toggled(changes, site))
  }
  return {
    sites,
    known: chosenIds,
    /** The number of additions and removals that are not saved yet. */
    changes: countChanges(current, changes),
    add,
    toggle,
    save: () => void form.submit(),
    saving: form.isSubmitting,
    guard: form.guard,
  }
}
