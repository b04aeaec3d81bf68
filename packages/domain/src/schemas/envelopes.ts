import { type Static, type TSchema, Type } from 'typebox'
import { listProblemTypes, describeProblemTypes } from '../problem-types.ts'
import { nullable, namedObject, text } from './primitives.ts'

export const Meta = namedObject('Meta', {
  current_page: Type.Integer(),
  last_page: Type.Integer(),
  per_page: Type.Integer(),
  total: Type.Integer(),
  from: nullable(Type.Integer()),
  to: nullable(Type.Integer()),
})
export const Links = namedObject('Links', {
  first: nullable(text),
  last: nullable(text),
  prev: nullable(text),
  next: nullable(text),
})

export const ItemResponse = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Boolean(), message: Type.Optional(text), data })
export type ItemResponse<T> = { success: boolean; message?: string; data: T }

export const ListResponse = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Boolean(), data: Type.Array(data), meta: Meta, links: Links })
export type ListResponse<T> = {
  success: boolean
  data: T[]
  meta: Static<typeof Meta>
  links: Static<typeof Links>
}

/** Body of every error: a problem document (RFC 9457) plus a message for users. */
export const Problem = namedObject('Problem', {
  type: Type.Enum(listProblemTypes(), {
    description: `about:blank, or what a program may act on: ${describeProblemTypes()}`,
  }),
  title: text,
  status: Type.Integer(),
  detail: text,
  success: Type.Literal(false),
  message: text,
  errors: Type.Optional(Type.Record(text, Type.Array(text))),
})
export type Problem = Static<typeof Problem>
