import {
  fieldOfSetting,
  readSettings,
  type ScannerSettings,
  type TypedSettings,
  typedSettings,
} from '@chisholm/domain/scanner-settings'
import { texts } from '@chisholm/domain/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { providerScannerTexts } from './provider-scanner-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { practiceScannerQuery, savePractice } from './queries.ts'
import { SettingsFields } from './settings-form.tsx'

// cast: Object.keys and Object.entries forget which keys there are
const names = Object.keys(fieldOfSetting) as (keyof ScannerSettings)[]

/** Edits the practice's scanner settings, which apply in browsers without settings of their own. */
export function PracticeScannerPage() {
  // not the cached copy: the form must start with what the server has now
  const practice = useQuery({ ...practiceScannerQuery(), staleTime: 0 })
  if (practice.isSuccess && practice.isFetchedAfterMount) return <PracticeForm settings={practice.data} />
  return (
    <Page title={providerScannerTexts.title} back="/a/admin" ownHeading>
      <h1>{providerScannerTexts.title}</h1>
      {practice.isError ? (
        <FailedState text={texts.failure.getScanner} retry={() => void practice.refetch()} />
      ) : (
        <Skeletons height={80} />
      )}
    </Page>
  )
}

/** Validation errors under the field names of the API. */
function mistakesOf(typed: TypedSettings): Record<string, string[]> {
  const reading = readSettings(typed)
  if (reading.ok) return {}
  return Object.fromEntries(
    names.flatMap((name) => (reading.mistakes[name] ? [[fieldOfSetting[name], [reading.mistakes[name]]]] : [])),
  )
}

function PracticeForm({ settings }: { settings: ScannerSettings }) {
  const queryClient = useQueryClient()
  const form = usePageForm({
    before: typedSettings(settings),
    check: mistakesOf,
    send: async (typed) => {
      const reading = readSettings(typed)
      return savePractice(reading.ok ? reading.settings : settings)
    },
    failed: texts.failure.saveScanner,
    long: true,
    onSaved: (saved) => {
      toast.success(texts.success.dataUpdated)
      queryClient.setQueryData(practiceScannerQuery().queryKey, saved)
      form.restart(typedSettings(saved))
    },
  })
  const mistakes = Object.fromEntries(
    names.flatMap((name) => {
      const mistake = form.mistake(fieldOfSetting[name])
      return mistake ? [[name, mistake]] : []
    }),
  )
  return (
    <FormPage
      title={providerScannerTexts.title}
      hint={providerScannerTexts.hint}
      back="/a/admin"
      form={form}
      verb={uiTexts.save}
    >
      <SettingsFields typed={form.typed} onChange={form.set} mistakes={mistakes} />
    </FormPage>
  )
}
