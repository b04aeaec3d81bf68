import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import type { Context } from '../../http/context.ts'
import { forbidden } from '../../http/app-error.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { consumeRateLimit } from '../../http/rate-limit.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import type { Cell, ListExport } from './list-export.ts'
import { type Format, createExportFile } from './csv-and-xlsx.ts'
import { acquireExportSlot } from './export-slots.ts'

export interface ExportRequest {
  list: ListExport
  format: Format
  listRequest: ListRequest
  /** Whose times the file tells. */
  zone: Zone
}

/** @throws forbidden  the role may not take this list along */
export function requireMayExport({ person }: Context, { action }: ListExport): void {
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
  requireMayExport(ctx, list)
  await consumeRateLimit(ctx.db, ['export', ctx.person.id], limits.exports)
  const releaseSlot = acquireExportSlot(ctx.person.id)
  const file = createExportFile(format, list.name, list.header, withAuditEntry(ctx, request, signal))
  return file.once('close', releaseSlot)
}

/** Passes the rows on and writes at their end into the log what was taken along, also when it was broken off. */
async function* withAuditEntry(ctx: Context, { list, format, listRequest, zone }: ExportRequest, signal: AbortSignal) {
  let rows = 0
  let complete = false
  try {
    for await (const row of list.rows(ctx.db, ctx.person.sites, listRequest, zone, signal)) {
      rows++
      yield row satisfies Cell[]
    }
    complete = true
  } finally {
    const filters = listRequest.filters.map(({ field, op, values }) => ({ field, op, values }))
    const name = `${rows} ${rows === 1 ? 'row' : 'rows'} of ${list.name} as ${format.toUpperCase()}`
    const summary = { name, list: list.name, format, filters, sorts: listRequest.sorts, rows, complete }
    await recordAudit(ctx.db, ctx, 'list exported', { type: 'export', id: uuidv7() }, null, summary)
  }
}
