import type { Customer } from '@chisholm/domain/shapes'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { customerTexts } from './customer-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { ListedPage } from '../../ui/listed-page.tsx'
import { customerListQuery } from './admin-queries.ts'
import { RetiredPill } from './retired-pill.tsx'

const customerRow = ({ id, name, retired, sites }: Customer) => (
  <LinkRow to={`/a/admin/customers/${id}`} title={name} hint={customerOrSiteTexts.sites(sites.length)}>
    <RetiredPill retired={retired} />
  </LinkRow>
)

export const CustomersPage = () => (
  <ListedPage
    title={customerTexts.title}
    back="/a/admin"
    find={customerTexts.find}
    query={customerListQuery}
    empty={customerTexts.empty}
    failed={customerTexts.failed}
    exports="customers"
    add={{ to: '/a/admin/customers/new', text: customerTexts.add }}
    row={customerRow}
  />
)
