import './plain-fieldset.css'
import { TextInput } from '@mantine/core'
import type { Form } from '../../ui/use-form.ts'
import { providerTexts } from './provider-texts.ts'

export interface TravelValues {
  latitude: string
  longitude: string
  travel_speed_kmh: string
}

/** The form fields for the start of routes and the travel speed. */
export function TravelFields({ form }: { form: { getInputProps: Form<TravelValues>['getInputProps'] } }) {
  const { travel } = providerTexts
  return (
    <fieldset className="stack plain">
      <legend>{travel.title}</legend>
      <p className="hint">{travel.hint}</p>
      <div className="two">
        <TextInput
          label={travel.latitude}
          description={travel.latitudeHint}
          autoComplete="off"
          {...form.getInputProps('latitude')}
        />
        <TextInput
          label={travel.longitude}
          description={travel.longitudeHint}
          autoComplete="off"
          {...form.getInputProps('longitude')}
        />
      </div>
      <TextInput label={travel.speed} inputMode="numeric" {...form.getInputProps('travel_speed_kmh')} />
    </fieldset>
  )
}
