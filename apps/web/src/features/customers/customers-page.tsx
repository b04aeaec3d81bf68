import type { Customer } from '@chisholm/domain/shapes'
import { adminTexts } from '../../admin-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { ListedPage } from '../../ui/listed-page.tsx'
import { customerListQuery } from './admin-queries.ts'
import { RetiredPill } from './retired-pill.tsx'

const words = adminTexts.customers

const customerRow = ({ id, name, retired, sites }: Customer) => (
  <LinkRow to={`/a/admin/customers/${id}`} title={name} hint={adminTexts.places.sites(sites.length)}>
    <RetiredPill retired={retired} />
  </LinkRow>
)

export const CustomersPage = () => (
  <ListedPage
    title={words.title}
    back="/a/admin"
    find={words.find}
    query={customerListQuery}
    empty={words.empty}
    failed={words.failed}
    exports="customers"
    add={{ to: '/a/admin/customers/new', text: words.add }}
    row={customerRow}
  />
)
