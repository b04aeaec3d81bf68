import { Type } from 'typebox'

/** The parameters of a path that names one thing: its id, known from here on as the id of that kind. */
export const idParameter = <Id extends string>() =>
  Type.Object({ id: Type.Unsafe<Id>(Type.String({ format: 'uuid' })) })
