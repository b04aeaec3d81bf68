import './site-access.css'
import { Button, Checkbox } from '@mantine/core'
import { customerOrSiteTexts } from '../customers/customer-or-site-texts.ts'
import { userTexts } from './user-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { Fold } from '../../ui/fold.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.tsx'
import { Part } from '../../ui/part.tsx'
import type { ShownUser } from './queries.ts'
import { SiteSearch } from './site-search.tsx'
import { type OfferedSite, useSiteAccess } from './use-site-access.ts'

/** Longer lists of sites start collapsed. */
const few = 6

/** The sites a client may see, grouped by customer, with a search to add others. */
export function SiteAccess({ user }: { user: ShownUser }) {
  const { sites, known, changes, add, toggle, save, saving } = useSiteAccess(user)
  const question = useLeaveGuard(() => changes > 0 && !saving, uiTexts.typedIsLost)
  const groups = [...Map.groupBy(sites, ({ customer }) => customer.id).values()]
  return (
    <Part title={userTexts.access} hint={userTexts.accessHint}>
      {known.size === 0 && <p className="banner">{userTexts.noAccess}</p>}
      {groups.map((group) => (
        <SitesOfCustomer key={group[0]?.customer.id} sites={group} known={known} toggle={toggle} />
      ))}
      <SiteSearch known={known} add={add} toggle={toggle} />
      {changes > 0 && <output className="hint">{userTexts.unsaved(changes)}</output>}
      <Button variant={changes > 0 ? 'filled' : 'default'} disabled={changes === 0} loading={saving} onClick={save}>
        {userTexts.saveAccess}
      </Button>
      {question}
    </Part>
  )
}

interface SitesOfCustomerProps {
  sites: OfferedSite[]
  known: Set<string>
  toggle: (id: string) => void
}

function SitesOfCustomer({ sites, known, toggle }: SitesOfCustomerProps) {
  const name = sites[0]?.customer.name ?? ''
  const chosen = sites.filter(({ id }) => known.has(id)).length
  return (
    // no total: the customer may have more sites than those listed here
    <Fold
      className="site-group"
      title={`${name}: ${customerOrSiteTexts.sites(chosen)}`}
      startsOpen={sites.length <= few}
    >
      {sites.map((site) => (
        <Checkbox
          key={site.id}
          label={site.retired ? `${site.name} (${customerOrSiteTexts.retired})` : site.name}
          checked={known.has(site.id)}
          onChange={() => toggle(site.id)}
        />
      ))}
    </Fold>
  )
}
