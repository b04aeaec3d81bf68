import { Type } from 'typebox'

/** Path parameters of a route with one id. The type of the id names its kind. */
export const idParameter = <Id extends string>() =>
  Type.Object({ id: Type.Unsafe<Id>(Type.String({ format: 'uuid' })) })
