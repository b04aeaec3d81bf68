import { Type } from 'typebox'

/** Path parameters of a single resource: its id, branded with its kind. */
export const idParameter = <Id extends string>() =>
  Type.Object({ id: Type.Unsafe<Id>(Type.String({ format: 'uuid' })) })
