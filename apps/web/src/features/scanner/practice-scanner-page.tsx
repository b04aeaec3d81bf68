import {
  fieldOfSetting,
  readSettings,
  type ScannerSettings,
  type TypedSettings,
  typedSettings,
} from '@chisholm/domain/scanner-settings'
import { texts } from '@chisholm/domain/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminTexts } from '../../admin-texts.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { practiceScannerQuery, savePractice } from './queries.ts'
import { SettingsFields } from './settings-form.tsx'

const words = adminTexts.scanner
const names = Object.keys(fieldOfSetting) as (keyof ScannerSettings)[]

/** The scanner settings of the practice: what holds in every browser that has none of its own. */
export function PracticeScannerPage() {
  // as the server has them now
  const practice = useQuery({ ...practiceScannerQuery(), staleTime: 0 })
  if (practice.isSuccess && practice.isFetchedAfterMount) return <PracticeForm settings={practice.data} />
  return (
    <Page title={words.title} back="/a/admin" ownHeading>
      <h1>{words.title}</h1>
      {practice.isError ? (
        <FailedState text={texts.failure.getScanner} retry={() => void practice.refetch()} />
      ) : (
        <Skeletons height={80} />
      )}
    </Page>
  )
}

/** Mistakes under the names by which the server tells them, too. */
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
    <FormPage title={words.title} hint={words.hint} back="/a/admin" form={form} verb={adminTexts.save}>
      <SettingsFields typed={form.typed} onChange={form.set} mistakes={mistakes} />
    </FormPage>
  )
}
