import { Textarea, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import { SelectField } from '../../ui/select-field.tsx'
import { timeZoneChoices } from '../../ui/time-zone-choices.ts'
import type { Form } from '../../ui/use-form.ts'
import { siteTexts } from './site-texts.ts'

export interface SiteLocationValues {
  address: string
  directions: string
  phone: string
  latitude: string
  longitude: string
  /** Null: the time zone of the practice. */
  time_zone: string | null
}

/** The form fields for the location of a site and directions. */
export function SiteLocationFields({ form }: { form: Pick<Form<SiteLocationValues>, 'getInputProps'> }) {
  const { addressMax, directionsMax, phoneMax } = constants.site
  const { location: labels } = siteTexts
  return (
    <>
      <Textarea
        label={labels.address}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={addressMax}
        {...form.getInputProps('address')}
      />
      <Textarea
        label={labels.directions}
        description={labels.directionsHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={directionsMax}
        {...form.getInputProps('directions')}
      />
      <TextInput label={labels.phone} type="tel" maxLength={phoneMax} {...form.getInputProps('phone')} />
      <div className="two">
        <TextInput
          label={labels.latitude}
          description={labels.latitudeHint}
          inputMode="text"
          autoComplete="off"
          {...form.getInputProps('latitude')}
        />
        <TextInput
          label={labels.longitude}
          description={labels.longitudeHint}
          inputMode="text"
          autoComplete="off"
          {...form.getInputProps('longitude')}
        />
      </div>
      <SelectField
        label={labels.timeZone}
        description={labels.timeZoneHint}
        placeholder={labels.timeZoneOfPractice}
        clearable
        choices={timeZoneChoices(form.getInputProps('time_zone').value)}
        {...form.getInputProps('time_zone')}
      />
    </>
  )
}
