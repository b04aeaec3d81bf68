import { may } from '@chisholm/domain/permissions'
import {
  defaultScannerSettings,
  fieldOfSetting,
  readSettings,
  type ScannerSettings,
  type TypedSettings,
  typedSettings,
} from '@chisholm/domain/scanner-settings'
import { NIL } from 'uuid'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import type { Executor, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { type FieldTexts, forbidden, invalid } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import { savedSettings, saveSettings } from './scanner.queries.ts'

/** How the practice's scanners talk, and the version of that; 0 while nobody changed the usual settings. */
export async function readScanner(db: Executor): Promise<{ settings: ScannerSettings; version: number }> {
  const row = await savedSettings(db)
  if (!row) return { settings: defaultScannerSettings, version: 0 }
  const { device_name, service_uuid, characteristic_uuid, result_from, result_to, version } = row
  const uuids = { serviceUuid: service_uuid, characteristicUuid: characteristic_uuid }
  return { settings: { deviceName: device_name, ...uuids, from: result_from, to: result_to }, version }
}

/**
 * Changes how the practice's scanners talk; what is not sent stays.
 * @throws forbidden, stale; invalid with the text of each field
 */
export async function changeScanner(
  ctx: WriteContext,
  sent: Partial<TypedSettings>,
  expected: number | null,
): Promise<void> {
  if (!may(ctx.person, 'scanner.manage')) throw forbidden()
  await oneAtATime(ctx.db, 'scanner')
  const { settings: before, version } = await readScanner(ctx.db)
  checkVersion(expected, version)
  const reading = readSettings({ ...typedSettings(before), ...sent })
  if (!reading.ok) {
    const errors: FieldTexts = {}
    for (const [name, mistake] of Object.entries(reading.mistakes)) {
      // cast: validation errors are of settings
      errors[fieldOfSetting[name as keyof ScannerSettings]] = [mistake]
    }
    throw invalid(errors)
  }
  await saveSettings(ctx.db, reading.settings)
  await audit(ctx.db, ctx, 'scanner settings changed', { type: 'scanner-settings', id: NIL }, before, reading.settings)
}
