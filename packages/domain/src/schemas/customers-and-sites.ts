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
})
export type Site = Static<typeof Site>

export const Customer = namedObject('Customer', {
  id,
  name: text,
  retired,
  sites: Type.Array(namedObject('SiteOfCustomer', { id, name: text, retired })),
})
export type Customer = Static<typeof Customer>
