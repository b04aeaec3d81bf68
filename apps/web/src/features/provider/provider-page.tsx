import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { isPaper, papers } from '@chisholm/domain/paper'
import { isPhotoProtocol, photoProtocols } from '@chisholm/domain/photo-protocol'
import { validateProvider } from '@chisholm/domain/provider'
import type { ProviderAnswer } from '@chisholm/domain/schemas/provider'
import { texts } from '@chisholm/domain/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { providerTexts } from './provider-texts.ts'
import { api } from '../../api/client.ts'
import { cachedProvider } from '../../api/cached-provider.ts'
import { QueryState, useFetchedAfterMount } from '../../ui/states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { providerQuery } from '../sites/index.ts'
import { BenchmarkSection } from './benchmark-section.tsx'
import { CasePhotosSection } from './case-photos-section.tsx'
import { CarcassSettings } from './carcass-settings.tsx'
import { LogoSection } from './logo-section.tsx'
import { ProviderFields } from './provider-fields.tsx'
import { TravelFields } from './travel-fields.tsx'

/** Edits the details of the practice. */
export function ProviderPage() {
  const provider = useFetchedAfterMount(useQuery({ ...providerQuery(), staleTime: 0, refetchOnWindowFocus: false }))
  if (provider.data) return <ProviderForm provider={provider.data} />
  return (
    <Page title={providerTexts.title} back="/a/admin" ownHeading>
      <h1>{providerTexts.title}</h1>
      <QueryState query={provider} failureText={texts.failure.getProvider} height={80} />
    </Page>
  )
}

/** A response cached before a server update may lack newer fields. */
function toFormValues(provider: ProviderAnswer) {
  const { name, phone, email, url, address = '', photo_protocol, paper = 'letter', time_zone } = provider
  const { latitude = null, longitude = null, travel_speed_kmh = constants.provider.travelSpeed.default } = provider
  const travel = {
    latitude: textOf(latitude),
    longitude: textOf(longitude),
    travel_speed_kmh: textOf(travel_speed_kmh),
  }
  const { offline_days = constants.provider.offlineDays.default } = provider
  return {
    name,
    phone,
    email,
    url,
    address,
    photo_protocol,
    paper,
    time_zone,
    ...travel,
    offline_days: textOf(offline_days),
  }
}
const textOf = (value: number | null) => value?.toString() ?? ''

function ProviderForm({ provider }: { provider: ProviderAnswer }) {
  const queryClient = useQueryClient()
  const form = usePageForm({
    draftName: 'practice',
    initialValues: toFormValues(provider),
    validate: validateProvider,
    onSubmit: (_, changed) => api.put('/provider', changed),
    failureText: texts.failure.saveProvider,
    isLong: true,
    onSuccess: ({ data }) => {
      toast.success(texts.success.dataUpdated)
      cachedProvider.write(data)
      queryClient.setQueryData(providerQuery().queryKey, data)
      // Otherwise, something was typed while the rest was saved.
      if (!form.isDirty()) form.resetTo(toFormValues(data))
    },
  })
  return (
    // No button is fixed at the bottom: it would seem to save the sections below as well.
    <Page title={providerTexts.title} back="/a/admin" ownHeading>
      <h1>{providerTexts.title}</h1>
      <p className="hint">{providerTexts.hint}</p>
      <form className="stack" {...form.formProps}>
        <ProviderFields form={form} />
        <SelectField
          label={providerTexts.photoProtocol}
          description={providerTexts.photoProtocolHint}
          value={form.values.photo_protocol}
          onChange={(chosen) => chosen && isPhotoProtocol(chosen) && form.setValues({ photo_protocol: chosen })}
          choices={photoProtocols.map((value) => ({ value, label: providerTexts.photoProtocols[value] }))}
          error={form.errorOf('photo_protocol')}
        />
        <SelectField
          label={providerTexts.paper}
          value={form.values.paper}
          onChange={(chosen) => chosen && isPaper(chosen) && form.setValues({ paper: chosen })}
          choices={papers.map((value) => ({ value, label: providerTexts.papers[value] }))}
          error={form.errorOf('paper')}
        />
        <TravelFields form={form} />
        <TextInput
          label={providerTexts.offlineDays}
          description={providerTexts.offlineDaysHint}
          inputMode="numeric"
          {...form.getInputProps('offline_days')}
        />
        <Button type="submit" loading={form.isSubmitting}>
          {providerTexts.save}
        </Button>
      </form>
      <LogoSection provider={provider} />
      <CarcassSettings provider={provider} />
      <BenchmarkSection provider={provider} />
      <CasePhotosSection provider={provider} />
      {form.guard}
    </Page>
  )
}
