import type { ScannerSettings } from '@chisholm/domain/scanner-settings'
import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'

/** Undefined until an Admin has saved scanner settings. */
export const readScannerSettings = (db: Executor) =>
  db
    .selectFrom('scanner_settings')
    .select(['device_name', 'service_uuid', 'characteristic_uuid', 'result_from', 'result_to', 'version'])
    .executeTakeFirst()

export function saveScannerSettings(tx: Executor, settings: ScannerSettings) {
  const row = {
    device_name: settings.deviceName,
    service_uuid: settings.serviceUuid,
    characteristic_uuid: settings.characteristicUuid,
    result_from: settings.from,
    result_to: settings.to,
  }
  return tx
    .insertInto('scanner_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ ...row, version: sql`scanner_settings.version + 1` }),
    )
    .execute()
}
