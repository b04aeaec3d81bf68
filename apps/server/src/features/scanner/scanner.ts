import { may } from '@chisholm/domain/permissions'
import {
  defaultScannerSettings,
  apiFieldBySetting,
  parseScannerSettings,
  type ScannerSettings,
  type TypedScannerSettings,
  toTypedSettings,
} from '@chisholm/domain/scanner-settings'
import { NIL } from 'uuid'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Executor } from '../../database/executor.ts'
import type { WriteContext } from '../../http/context.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import { type FieldErrors, forbidden, invalid } from '../../http/app-error.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { readScannerSettings, saveScannerSettings } from './scanner.queries.ts'

/** Reads the scanner settings of the practice and their version, which is 0 for the built-in defaults. */
export async function readScanner(db: Executor): Promise<{ settings: ScannerSettings; version: number }> {
  const row = await readScannerSettings(db)
  if (!row) return { settings: defaultScannerSettings, version: 0 }
  const { device_name, service_uuid, characteristic_uuid, result_from, result_to, version } = row
  const uuids = { serviceUuid: service_uuid, characteristicUuid: characteristic_uuid }
  return { settings: { deviceName: device_name, ...uuids, from: result_from, to: result_to }, version }
}

/**
 * Changes the scanner settings of the practice. Fields that were not sent stay.
 * @throws forbidden  the user is not an Admin
 * @throws stale      the settings have changed since the caller read them
 * @throws invalid    fields are invalid; the error names each
 */
export async function changeScannerSettings(
  ctx: WriteContext,
  patch: Partial<TypedScannerSettings>,
  expected: IfMatch,
): Promise<void> {
  if (!may(ctx.person, 'scanner.manage')) throw forbidden()
  await acquireAdvisoryLock(ctx.db, 'scanner')
  const { settings: before, version } = await readScanner(ctx.db)
  requireVersionMatch(expected, version)
  const parsed = parseScannerSettings({ ...toTypedSettings(before), ...patch })
  if (!parsed.ok) {
    const errors: FieldErrors = {}
    for (const [name, error] of Object.entries(parsed.errors)) {
      // cast: validation errors have the keys of the settings
      errors[apiFieldBySetting[name as keyof ScannerSettings]] = [error]
    }
    throw invalid(errors)
  }
  await saveScannerSettings(ctx.db, parsed.settings)
  await recordAudit(ctx.db, ctx, {
    action: 'scanner settings changed',
    subject: { type: 'scanner-settings', id: NIL },
    before,
    after: parsed.settings,
  })
}
