import { plural } from '@chisholm/domain/plural'
import type { Readable } from 'node:stream'
import { limits, serverConstants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import { newId } from '../../database/ids.ts'
import type { Context } from '../../http/context.ts'
import { forbidden } from '../../http/app-error.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { recordAuditWithoutChange } from '../audit-recorder/index.ts'
import type { Cell, ListExport } from './list-export.ts'
import { type Format, createExportFile } from './csv-and-xlsx.ts'
import { acquireExportSlot } from './export-slots.ts'

export interface ExportRequest {
  list: ListExport
  format: Format
  listRequest: ListRequest
  /** The time zone for the times in the file. */
  zone: Zone
  /** Throws once the user may no longer read what the file contains. */
  checkAccess: () => Promise<void>
}

/** @throws forbidden  the user may not export this list */
export function requireMayExport({ person }: Context, { action }: ListExport): void {
  if (!may(person, action)) throw forbidden()
}

/**
 * Streams a list as a file. One statement is read through a cursor, so the result is consistent and memory use is
 * constant. The file breaks off if the user loses access to some of its data meanwhile.
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

/**
 * Passes the rows through, and checks before each chunk that the user may still read them. At the end, even after an
 * abort, it records the export in the audit log.
 */
async function* withAuditEntry(ctx: Context, request: ExportRequest, signal: AbortSignal) {
  const { list, format, listRequest, zone, checkAccess } = request
  let rows = 0
  let complete = false
  try {
    for await (const row of list.rows(ctx.db, ctx.person.sites, listRequest, zone, signal)) {
      if (rows > 0 && rows % serverConstants.exports.chunk === 0) await checkAccess()
      rows++
      yield row satisfies Cell[]
    }
    complete = true
  } finally {
    const filters = listRequest.filters.map(({ field, op, values }) => ({ field, op, values }))
    const name = `${plural(rows, '1 row', `${rows} rows`)} of ${list.name} as ${format.toUpperCase()}`
    const summary = { name, list: list.name, format, filters, sorts: listRequest.sorts, rows, complete }
    await recordAuditWithoutChange(ctx.db, ctx, {
      action: 'list exported',
      subject: { type: 'export', id: newId() },
      after: summary,
    })
  }
}
