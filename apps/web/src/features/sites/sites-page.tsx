import type { Site } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { adminTexts } from '../../admin-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { ListedPage } from '../../ui/listed-page.tsx'
import { RetiredPill } from '../customers/retired-pill.tsx'
import { siteListQuery, sitesMatching } from './admin-queries.ts'

const words = adminTexts.sites

const siteRow = ({ id, name, customer, region, city, retired }: Site) => (
  <LinkRow to={`/a/admin/sites/${id}`} title={name} hint={[customer.name, city, region].filter(Boolean).join(' · ')}>
    <RetiredPill retired={retired} />
  </LinkRow>
)

/** All sites with their customers. */
export const SitesPage = () => (
  <ListedPage
    title={words.title}
    hint={words.hint}
    back="/a/admin"
    find={words.find}
    query={siteListQuery}
    empty={words.empty}
    failed={texts.failure.getSites}
    exports="sites"
    exportQuery={sitesMatching}
    row={siteRow}
  />
)
