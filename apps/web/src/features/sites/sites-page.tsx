import type { Site } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { siteTexts } from './site-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { ListedPage } from '../../ui/listed-page.tsx'
import { RetiredPill } from '../customers/index.ts'
import { siteListQuery, sitesMatching } from './admin-queries.ts'

const siteRow = ({ id, name, customer, region, city, retired }: Site) => (
  <LinkRow to={`/a/admin/sites/${id}`} title={name} hint={[customer.name, city, region].filter(Boolean).join(' · ')}>
    <RetiredPill retired={retired} />
  </LinkRow>
)

/** All sites with their customers. */
export const SitesPage = () => (
  <ListedPage
    title={siteTexts.title}
    hint={siteTexts.hint}
    back="/a/admin"
    find={siteTexts.find}
    query={siteListQuery}
    empty={siteTexts.empty}
    failed={texts.failure.getSites}
    exports="sites"
    exportQuery={sitesMatching}
    row={siteRow}
  />
)
