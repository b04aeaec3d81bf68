import { validateLot } from '@chisholm/domain/lots'
import type { Lot } from '@chisholm/domain/schemas/lots'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { SiteId } from '../../database/ids.ts'
import type { Context } from '../../http/context.ts'
import * as queries from './lots.queries.ts'
import { readRecord, type RecordKind } from './site-records.ts'

/** Groups of animals that arrived at a site together. */
export const lots: RecordKind<queries.LotRow> = {
  table: 'lots',
  noun: 'lot',
  fields: queries.lotFields,
  readOnlyFields: ['other_names'],
  unique: { index: 'lots_by_key', errors: { name: [serverTexts.validation.lotNameTaken] } },
  validate: validateLot,
}

/** @throws notFound  the lot does not exist, or its site is not the user's */
export const readLot = async (ctx: Context, id: string) =>
  // cast: the row also has the read-only fields
  (await readRecord(ctx, lots, id)) as queries.LotRow & Lot

/**
 * Lists the lot names on animals for which their site has no lot.
 * @param siteId  null: all sites that the user may see
 * @returns one page, and the total
 */
export const listUnmatchedLots = (
  { db, person }: Context,
  siteId: SiteId | null,
  list: Parameters<typeof queries.readUnmatchedLotPage>[3],
) => queries.readUnmatchedLotPage(db, person.sites, siteId, list)
