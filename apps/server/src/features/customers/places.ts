import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { FieldTexts } from '../../http/failures.ts'

/** What is wrong with a name; an empty object when nothing is. @param name  trimmed; null for none */
export function nameMistake(name: string | null): FieldTexts {
  if (!name) return { name: [texts.validation.nameRequired] }
  return tooLong({ name })
}

/** Which of these texts are longer than a place may be described with. */
export function tooLong(fields: Record<string, string | null | undefined>): FieldTexts {
  const most = constants.placeNameMax
  const long = Object.entries(fields).filter(([, text]) => (text?.length ?? 0) > most)
  return Object.fromEntries(long.map(([field]) => [field, [texts.validation.tooLong(most)]]))
}

/** Says whether the database refused a change because a name is taken. */
export const isNameTaken = (thrown: unknown, index: string) =>
  thrown instanceof Error && 'constraint' in thrown && thrown.constraint === index

/** When a place was retired, after it was asked to be or not to be. */
export const retiredAt = (before: Date | null, asked: boolean | undefined) =>
  asked === undefined ? before : asked ? (before ?? new Date()) : null

/** How the audit trail calls a change of a place. */
export function actionOf(place: string, before: { retired_at: Date | null }, after: { retired_at: Date | null }) {
  if (!before.retired_at === !after.retired_at) return `${place} edited`
  return after.retired_at ? `${place} retired` : `${place} taken back into use`
}

/** How much refers to a place: it can be deleted only when nothing does. */
export interface Uses {
  sites?: number
  postMortems?: number
  /** Gone from every list and kept for the audit trail. */
  deletedPostMortems?: number
  people?: number
}

const many = (count: number, one: string, more: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${more}`]

/** Says in words what refers to a place, like `2 sites and 1 person`; empty when nothing does. */
export function usesInWords({ sites = 0, postMortems = 0, deletedPostMortems = 0, people = 0 }: Uses): string {
  const words = [
    ...many(sites, 'site', 'sites'),
    ...many(postMortems, 'post-mortem', 'post-mortems'),
    ...many(deletedPostMortems, 'deleted post-mortem that is kept', 'deleted post-mortems that are kept'),
    ...many(people, 'person with access', 'people with access'),
  ]
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words)
}
