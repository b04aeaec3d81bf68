import { isDeepStrictEqual } from 'node:util'
import { isVet } from '@chisholm/domain/permissions'
import { seesSite } from '../../http/authorized-sites.ts'
import type { SignedInUser } from '../../http/context.ts'
import type { Change } from './changes.queries.ts'

const concerns = (person: Pick<SignedInUser, 'id'>, { user_ids }: Change): boolean =>
  user_ids === null || user_ids.includes(person.id)

/** Whether a person may see a change. */
export const mayKnow = (person: Pick<SignedInUser, 'id' | 'roles' | 'sites'>, change: Change): boolean =>
  change.kind !== 'access' &&
  concerns(person, change) &&
  (!change.vets_only || isVet(person)) &&
  (change.site_id === null || seesSite(person.sites, change.site_id))

/** Whether a change may have changed what this person may see. */
export const changesAccessOf = (person: Pick<SignedInUser, 'id'>, change: Change): boolean =>
  change.kind === 'access' && concerns(person, change)

/** Whether two readings of a person give access to the same data. */
export const hasSameAccess = (one: SignedInUser, other: SignedInUser): boolean =>
  isDeepStrictEqual([one.roles, one.sites.ids], [other.roles, other.sites.ids])
