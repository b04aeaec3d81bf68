import {
  apiFieldBySetting,
  parseScannerSettings,
  type ScannerSettings,
  type TypedScannerSettings,
  toTypedSettings,
} from '@chisholm/domain/scanner-settings'
import { texts } from '@chisholm/domain/texts'
import { keysOf } from '@chisholm/domain/typed-objects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { providerScannerTexts } from './provider-scanner-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { QueryState, useFetchedAfterMount } from '../../ui/states.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { providerScannerQuery, saveProviderScannerSettings } from './queries.ts'
import { ScannerSettingsFields } from './scanner-settings-form.tsx'

const settingNames = keysOf(apiFieldBySetting)

/** Edits the scanner settings of the practice. Browsers without their own settings use them. */
export function ProviderScannerPage() {
  const settings = useFetchedAfterMount(useQuery({ ...providerScannerQuery(), staleTime: 0 }))
  if (settings.data) return <ProviderScannerForm settings={settings.data} />
  return (
    <Page title={providerScannerTexts.title} back="/a/admin" ownHeading>
      <h1>{providerScannerTexts.title}</h1>
      <QueryState query={settings} failureText={texts.failure.getScanner} height={80} />
    </Page>
  )
}

function validateSettings(typed: TypedScannerSettings): Record<string, string[]> {
  const reading = parseScannerSettings(typed)
  if (reading.ok) return {}
  return Object.fromEntries(
    settingNames.flatMap((name) => (reading.errors[name] ? [[apiFieldBySetting[name], [reading.errors[name]]]] : [])),
  )
}

function ProviderScannerForm({ settings }: { settings: ScannerSettings }) {
  const queryClient = useQueryClient()
  const form = usePageForm({
    draftName: 'practice-scanner',
    initialValues: toTypedSettings(settings),
    validate: validateSettings,
    onSubmit: async (typed) => {
      const reading = parseScannerSettings(typed)
      return saveProviderScannerSettings(reading.ok ? reading.settings : settings)
    },
    failureText: texts.failure.saveScanner,
    isLong: true,
    onSuccess: (saved) => {
      toast.success(texts.success.dataUpdated)
      queryClient.setQueryData(providerScannerQuery().queryKey, saved)
      // Otherwise, something was typed while the rest was saved.
      if (!form.isDirty()) form.resetTo(toTypedSettings(saved))
    },
  })
  return (
    <FormPage
      title={providerScannerTexts.title}
      hint={providerScannerTexts.hint}
      back="/a/admin"
      form={form}
      submitLabel={uiTexts.save}
    >
      <ScannerSettingsFields form={form} errorOf={(name) => form.errorOf(apiFieldBySetting[name])} />
    </FormPage>
  )
}
