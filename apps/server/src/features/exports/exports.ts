import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import type { Context } from '../../http/context.ts'
import { forbidden } from '../../http/failures.ts'
import type { ListRequest } from '../../http/lists.ts'
import { takeTurn } from '../../http/turns.ts'
import { audit } from '../audit/index.ts'
import type { Cell, ExportedList } from './exported-list.ts'
import { type Format, fileOf } from './files.ts'
import { takePlace } from './places.ts'

export interface ExportRequest {
  list: ExportedList
  format: Format
  asked: ListRequest
  /** Whose times the file tells. */
  zone: Zone
}

/** @throws forbidden  the role may not take this list along */
export function requireExport({ person }: Context, { action }: ExportedList): void {
  if (!may(person, action)) throw forbidden()
}

/**
 * Gives a list as a file that is written while the database tells it: one statement, read by a cursor, so that it is
 * consistent and takes no memory however long it is.
 * @param signal  ends the query when nobody takes the file any more
 * @throws forbidden  as requireExport
 * @throws too-many   more exports than one needs, or too many at the same time
 */
export async function exportList(ctx: Context, request: ExportRequest, signal: AbortSignal): Promise<Readable> {
  const { list, format } = request
  requireExport(ctx, list)
  await takeTurn(ctx.db, ['export', ctx.person.id], limits.exports)
  const leave = takePlace(ctx.person.id)
  const file = fileOf(format, list.name, list.header, recorded(ctx, request, signal))
  return file.once('close', leave)
}

/** Passes the rows on and writes at their end into the log what was taken along, also when it was broken off. */
async function* recorded(ctx: Context, { list, format, asked, zone }: ExportRequest, signal: AbortSignal) {
  let rows = 0
  let complete = false
  try {
    for await (const row of list.rows(ctx.db, ctx.person.sites, asked, zone, signal)) {
      rows++
      yield row satisfies Cell[]
    }
    complete = true
  } finally {
    const filters = asked.filters.map(({ field, op, values }) => ({ field, op, values }))
    const name = `${rows} ${rows === 1 ? 'row' : 'rows'} of ${list.name} as ${format.toUpperCase()}`
    const taken = { name, list: list.name, format, filters, sorts: asked.sorts, rows, complete }
    await audit(ctx.db, ctx, 'list exported', { type: 'export', id: uuidv7() }, null, taken)
  }
}
