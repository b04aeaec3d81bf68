import type { SiteId } from '../database/ids.ts'

declare const authorized: unique symbol

/**
 * The sites whose data the signed-in user may read. Only sign-in creates one (`features/auth/authenticate.ts`). Every
 * query that reads customers' data for a response requires it, so that one without this restriction does not compile.
 */
export interface AuthorizedSites {
  /** The linked sites of a client, in order. Null for vet roles, who see every site. */
  readonly ids: SiteId[] | null
  readonly [authorized]: true
}

/** Whether a person with these sites may see the data of a site. */
export const seesSite = ({ ids }: Pick<AuthorizedSites, 'ids'>, id: SiteId): boolean => ids === null || ids.includes(id)
