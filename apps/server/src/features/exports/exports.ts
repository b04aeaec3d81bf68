import type { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import type { Context } from '../../http/context.ts'
import { forbidden } from '../../http/app-error.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import type { Cell, ListExport } from './list-export.ts'
import { type Format, createExportFile } from './csv-and-xlsx.ts'
import { acquireExportSlot } from './export-slots.ts'

export interface ExportRequest {
  list: ListExport
  format: Format
  listRequest: ListRequest
  /** The time zone for the times in the file. */
  zone: Zone
}

/** @throws forbidden  the user may not export this list */
export function requireMayExport({ person }: Context, { action }: ListExport): void {
  if (!may(person, action)) throw forbidden()
}

/**
 * Streams a list as a file. One statement is read through a cursor, so the result is consistent and memory use is
 * constant.
 * @param signal  aborts the query when nobody reads the file any more
 * @throws forbidden  the user may not export this list
 * @throws tooMany    the user has started too many exports, or too many are running
 */
export async function exportList(ctx: Context, request: ExportRequest, signal: AbortSignal): Promise<Readable> {
  const { list, format } = request
  requireMayExport(ctx, list)
  await consumeRateLimit(ctx.db, ['export', ctx.person.id], limits.exports)
  const releaseSlot = acquireExportSlot(ctx.person.id)
  const file = createExportFile(format, list.name, list.header, withAuditEntry(ctx, request, signal))
  return file.once('close', releaseSlot)
}

/** Passes the rows through. At the end, even after an abort, it records the export in the audit log. */
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
