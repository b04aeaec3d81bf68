import { type Static, Type } from 'typebox'
import { Named } from './named.ts'
import { id, nullable, shape, text } from './parts.ts'

const retired = Type.Integer({
  minimum: 0,
  maximum: 1,
  description: '1: offered no more for new post-mortems and invitations; nor are the sites of a retired customer',
})

export const Site = shape('Site', {
  id,
  name: text,
  region: nullable(text),
  city: nullable(text),
  customer_id: id,
  customer: Named,
  retired,
})
export type Site = Static<typeof Site>

export const Customer = shape('Customer', {
  id,
  name: text,
  retired,
  sites: Type.Array(shape('SiteOfCustomer', { id, name: text, retired })),
})
export type Customer = Static<typeof Customer>
