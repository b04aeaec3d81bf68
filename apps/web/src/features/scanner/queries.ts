import { queryOptions } from '@tanstack/react-query'
import { apiFieldBySetting, type ScannerSettings } from '@chisholm/domain/scanner-settings'
import type { ScannerConfiguration } from '@chisholm/domain/schemas'
import { api } from '../../api/client.ts'
import { withOfflineCache } from '../../api/offline-cache.ts'
import { scannerSettingsStore } from './scanner-settings-store.ts'

const toSettings = (configuration: ScannerConfiguration): ScannerSettings => ({
  deviceName: configuration.device_name,
  serviceUuid: configuration.service_uuid,
  characteristicUuid: configuration.characteristic_uuid,
  from: configuration.result_from,
  to: configuration.result_to,
})

const fetchProviderSettings = withOfflineCache('scanner-settings', async () =>
  toSettings((await api.get('/scanner-settings')).data),
)

/** Loads the practice's settings and stores them as the default of this page. */
export const providerScannerQuery = () =>
  queryOptions({
    queryKey: ['scanner-settings'],
    queryFn: async () => {
      const settings = await fetchProviderSettings()
      scannerSettingsStore.setProviderSettings(settings)
      return settings
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

/** Saves the practice's settings. @returns the saved ones */
export async function saveProviderScannerSettings(settings: ScannerSettings): Promise<ScannerSettings> {
  const fields = Object.entries(apiFieldBySetting).map(([name, field]) => [
    field,
    // cast: the table has a line for each setting
    settings[name as keyof ScannerSettings],
  ])
  const saved = toSettings((await api.put('/scanner-settings', Object.fromEntries(fields))).data)
  scannerSettingsStore.setProviderSettings(saved)
  return saved
}
