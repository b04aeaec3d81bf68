import './site-access.css'
import { Button, Checkbox } from '@mantine/core'
import { customerOrSiteTexts } from '../customers/index.ts'
import { userTexts } from './user-texts.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import type { VisibleUser } from './queries.ts'
import { SiteSearch } from './site-search.tsx'
import type { OfferedSite } from './site-access-changes.ts'
import { useSiteAccess } from './use-site-access.ts'

/** Longer lists of sites are closed at first. */
const expandedSitesMax = 6

/** The sites that a client may see, grouped by customer, with a search that adds others. */
export function SiteAccess({ user }: { user: VisibleUser }) {
  const { sites, known, changes, add, toggle, save, saving, guard } = useSiteAccess(user)
  const groups = [...Map.groupBy(sites, ({ customer }) => customer.id).values()]
  return (
    <CardSection title={userTexts.access} hint={userTexts.accessHint}>
      {known.size === 0 && <p className="banner">{userTexts.noAccess}</p>}
      {groups.map((group) => (
        <SitesOfCustomer key={group[0]?.customer.id} sites={group} chosenIds={known} toggle={toggle} />
      ))}
      <SiteSearch chosenIds={known} add={add} toggle={toggle} />
      {changes > 0 && <output className="hint">{userTexts.unsaved(changes)}</output>}
      <Button variant={changes > 0 ? 'filled' : 'default'} disabled={changes === 0} loading={saving} onClick={save}>
        {userTexts.saveAccess}
      </Button>
      {guard}
    </CardSection>
  )
}

interface SitesOfCustomerProps {
  sites: OfferedSite[]
  chosenIds: Set<string>
  toggle: (id: string) => void
}

function SitesOfCustomer({ sites, chosenIds, toggle }: SitesOfCustomerProps) {
  const name = sites[0]?.customer.name ?? ''
  const chosen = sites.filter(({ id }) => chosenIds.has(id)).length
  return (
    // There is no total, because the customer may have more sites than those listed here.
    <Disclosure
      className="site-group"
      title={`${name}: ${customerOrSiteTexts.sites(chosen)}`}
      startsOpen={sites.length <= expandedSitesMax}
    >
      {sites.map((site) => (
        <Checkbox
          key={site.id}
          label={site.retired ? `${site.name} (${customerOrSiteTexts.retired})` : site.name}
          checked={chosenIds.has(site.id)}
          onChange={() => toggle(site.id)}
        />
      ))}
    </Disclosure>
  )
}
