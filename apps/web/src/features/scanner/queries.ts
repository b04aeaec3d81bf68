import { queryOptions } from '@tanstack/react-query'
import { apiFieldBySetting, type ScannerSettings } from '@chisholm/domain/scanner-settings'
import type { ScannerConfiguration } from '@chisholm/domain/schemas/provider'
import { api } from '../../api/client.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { scannerSettingsStore } from './scanner-settings-store.ts'

const toSettings = (configuration: ScannerConfiguration): ScannerSettings => ({
  deviceName: configuration.device_name,
  serviceUuid: configuration.service_uuid,
  characteristicUuid: configuration.characteristic_uuid,
  from: configuration.result_from,
  to: configuration.result_to,
})

export const providerScannerQuery = () =>
  queryOptions({
    queryKey: ['scanner-settings'],
    queryFn: async () => toSettings((await api.get('/scanner-settings')).data),
    staleTime: 60_000,
    meta: readableOffline,
    refetchOnWindowFocus: false,
  })

/** @returns the settings as they were saved */
export async function saveProviderScannerSettings(settings: ScannerSettings): Promise<ScannerSettings> {
  const fields = Object.entries(apiFieldBySetting).map(([name, field]) => [
    field,
    // cast: the table contains every setting
    settings[name as keyof ScannerSettings],
  ])
  const saved = toSettings((await api.put('/scanner-settings', Object.fromEntries(fields))).data)
  scannerSettingsStore.setProviderSettings(saved)
  return saved
}
