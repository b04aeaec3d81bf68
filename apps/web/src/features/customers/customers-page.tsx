import type { Customer } from '@chisholm/domain/schemas/customers-and-sites'
import { customerOrSiteTexts } from './customer-or-site-texts.ts'
import { customerTexts } from './customer-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { customerListQuery } from './admin-queries.ts'
import { RetiredPill } from './retired-pill.tsx'

const customerRow = ({ id, name, retired, sites }: Customer) => (
  <LinkRow to={`/a/admin/customers/${id}`} title={name} hint={customerOrSiteTexts.sites(sites.length)}>
    <RetiredPill retired={retired} />
  </LinkRow>
)

export const CustomersPage = () => (
  <ListPage
    title={customerTexts.title}
    back="/a/admin"
    searchLabel={customerTexts.find}
    query={customerListQuery}
    emptyText={customerTexts.empty}
    failureText={customerTexts.failed}
    exports="customers"
    add={{ to: '/a/admin/customers/new', text: customerTexts.add }}
    renderRow={customerRow}
  />
)
