import { lotKey, validateOtherName } from '@chisholm/domain/lots'
import { texts } from '@chisholm/domain/texts'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import { invalid } from '../../http/app-error.ts'
import type { WriteContext } from '../../http/context.ts'
import type { IfMatch } from '../../http/etag.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './lots.queries.ts'
import { lots } from './lots.ts'
import { changeRecord, type RecordPatch, requireRecord, subjectOf } from './site-records.ts'

/**
 * Adds or removes another name under which animals belong to a lot.
 * @param expected  the version that the caller has read; null: any
 * @throws notFound   the lot does not exist, or its site is not the user's; stale  it has changed
 * @throws forbidden  the role may not change lots
 * @throws invalid    the name is empty or too long, or another lot of the site has it
 */
export async function setOtherName(
  ctx: WriteContext,
  id: string,
  { name, belongs }: { name: string; belongs: boolean },
  expected: IfMatch,
): Promise<void> {
  const lot = await requireRecord(ctx, lots, id, expected)
  const errors = validateOtherName(name)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (belongs) await requireNameOfNoOtherLot(ctx, lot, name)
  const isChanged = await (belongs ? queries.addOtherName(ctx.db, id, name) : queries.removeOtherName(ctx.db, id, name))
  const named = { other_name: name }
  if (isChanged)
    await recordAudit(ctx.db, ctx, {
      action: 'lot changed',
      subject: subjectOf(lots, id),
      before: belongs ? null : named,
      after: belongs ? named : null,
    })
}

/**
 * Changes a lot like any record.
 * @param keepsName  whether animals of its name still belong to it when it is renamed
 * @throws as `changeRecord`, and invalid  another lot of the site has the former name
 */
export async function changeLot(
  ctx: WriteContext,
  id: string,
  { fields, keepsName }: { fields: RecordPatch<queries.LotRow>; keepsName: boolean },
  expected: IfMatch,
): Promise<void> {
  const { before, after } = await changeRecord(ctx, lots, id, fields, expected)
  if (keepsName && lotKey(before.name) !== lotKey(after.name))
    await setOtherName(ctx, id, { name: before.name, belongs: true }, null)
}

/** @throws invalid  another lot of the site has the name; if two lots claim it at once, one is rejected */
async function requireNameOfNoOtherLot(ctx: WriteContext, lot: queries.LotRow, name: string): Promise<void> {
  await acquireAdvisoryLock(ctx.db, `names of lots ${lot.site_id}`)
  if (await queries.isNameOfOtherLot(ctx.db, lot, name))
    throw invalid({ name: [texts.validation.nameOfOtherLot(name)] })
}
