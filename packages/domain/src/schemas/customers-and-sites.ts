import { type Static, Type } from 'typebox'
import { Named } from './references.ts'
import { id, nullable, namedObject, text } from './primitives.ts'

const retired = Type.Integer({
  minimum: 0,
  maximum: 1,
  description: '1: not available for new post-mortems and invitations; applies to all sites of a retired customer',
})

export const Site = namedObject('Site', {
  id,
  name: text,
  region: nullable(text),
  city: nullable(text),
  customer_id: id,
  customer: Named,
  retired,
  address: Type.Unsafe<string | null>({ ...nullable(text), description: 'may have several lines' }),
  latitude: nullable(Type.Number({ description: 'degrees north' })),
  longitude: nullable(Type.Number({ description: 'degrees east' })),
  phone: nullable(text),
  directions: Type.Unsafe<string | null>({ ...nullable(text), description: 'how to get there' }),
  time_zone: Type.String({ description: 'IANA time zone; that of the practice unless the site has its own' }),
})
export type Site = Static<typeof Site>

export const Customer = namedObject('Customer', {
  id,
  name: text,
  retired,
  sites: Type.Array(
    namedObject('SiteOfCustomer', {
      id,
      name: text,
      retired,
      time_zone: Type.Unsafe<string | null>({
        ...nullable(text),
        description: 'IANA time zone of the site; null: that of the practice',
      }),
    }),
  ),
})
export type Customer = Static<typeof Customer>
