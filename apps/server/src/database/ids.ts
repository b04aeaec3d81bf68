import { v7 as uuidv7 } from 'uuid'

declare const table: unique symbol

/** The id of a row of one table: a text that cannot be taken for the id of another. */
type Id<Table extends string> = string & { readonly [table]: Table }

export type AnimalId = Id<'animals'>
export type CustomerId = Id<'customers'>
export type PhotoId = Id<'photos'>
export type PostMortemId = Id<'post_mortems'>
export type SiteId = Id<'sites'>
export type UserId = Id<'users'>

/** An id as the database writes it. */
export const lowerCased = <Of extends string>(id: Of): Of =>
  // cast: it is still the same id
  id.toLowerCase() as Of

/** An id that stands before every other, to begin reading at. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says of what it is the id
export const lowestId = <Of extends string>(): Of =>
  // cast: no row has it
  '00000000-0000-0000-0000-000000000000' as Of

/** A new id, later in order than those made before, or as if made at a time in milliseconds. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says of what it is the id
export const newId = <Of extends string = string>(msecs?: number): Of =>
  // cast: it belongs to whatever it is made for
  uuidv7(msecs === undefined ? undefined : { msecs }) as Of
