import type { SiteId } from '../database/ids.ts'

declare const authorized: unique symbol

/**
 * The sites whose data the signed-in user may read. Only sign-in makes one (`sign-in.ts`), and a query that reads
 * customers' data for an answer asks for it: one that forgets whose data it reads does not compile.
 */
export interface AuthorizedSites {
  /** Of a client those it is linked to, in the order of its links; null for vet roles, who see every site. */
  readonly ids: SiteId[] | null
  readonly [authorized]: true
}
