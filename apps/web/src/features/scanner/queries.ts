import { queryOptions } from '@tanstack/react-query'
import { fieldOfSetting, type ScannerSettings } from '@chisholm/domain/scanner-settings'
import type { ScannerConfiguration } from '@chisholm/domain/shapes'
import { api } from '../../api/client.ts'
import { remembered } from '../../api/remembered.ts'
import { scannerSettings } from './stored-settings.ts'

const settingsOf = (said: ScannerConfiguration): ScannerSettings => ({
  deviceName: said.device_name,
  serviceUuid: said.service_uuid,
  characteristicUuid: said.characteristic_uuid,
  from: said.result_from,
  to: said.result_to,
})

const readPractice = remembered('scanner-settings', async () => settingsOf((await api.get('/scanner-settings')).data))

/** Loads the practice's settings and stores them as the default of this page. */
export const practiceScannerQuery = () =>
  queryOptions({
    queryKey: ['scanner-settings'],
    queryFn: async () => {
      const settings = await readPractice()
      scannerSettings.hear(settings)
      return settings
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

/** Saves the practice's settings. @returns the saved ones */
export async function savePractice(settings: ScannerSettings): Promise<ScannerSettings> {
  // cast: the table has a line for each setting
  const sent = Object.entries(fieldOfSetting).map(([name, field]) => [field, settings[name as keyof ScannerSettings]])
  const saved = settingsOf((await api.put('/scanner-settings', Object.fromEntries(sent))).data)
  scannerSettings.hear(saved)
  return saved
}
