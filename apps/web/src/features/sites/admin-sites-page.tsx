import { Link } from '@tanstack/react-router'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { texts } from '@chisholm/domain/texts'
import { siteTexts } from './site-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RetiredPill } from '../customers/index.ts'
import { siteListQuery, siteSearchFilter } from './admin-queries.ts'

const siteRow = ({ id, name, customer, region, city, retired }: Site) => (
  <LinkRow
    to={`/a/admin/sites/${id}`}
    // in the order of the list
    title={siteInFull(customer.name, name)}
    hint={[city, region].filter(Boolean).join(' · ')}
  >
    <RetiredPill retired={retired} />
  </LinkRow>
)

export const AdminSitesPage = () => (
  <ListPage
    title={siteTexts.title}
    hint={
      <>
        {siteTexts.hint.before} <Link to="/a/admin/customers">{siteTexts.hint.link}</Link>
        {siteTexts.hint.after}
      </>
    }
    back="/a/admin"
    searchLabel={siteTexts.find}
    query={siteListQuery}
    emptyText={siteTexts.empty}
    failureText={texts.failure.getSites}
    exports="sites"
    exportQuery={siteSearchFilter}
    renderRow={siteRow}
  />
)
