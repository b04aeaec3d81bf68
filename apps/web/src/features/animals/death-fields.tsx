import './animal-form.css'
import { Textarea } from '@mantine/core'
import { animalFields } from '@chisholm/domain/animal-fields'
import { zoneNameIfElsewhere } from '@chisholm/domain/dates'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TimestampField } from '../../ui/timestamp-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useSiteZone } from '../../ui/site-zone.tsx'
import type { Form } from '../../ui/use-form.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { AirTemperatureField } from './air-temperature-field.tsx'
import type { AnimalFormValues } from './animal-form-values.ts'
import { ClockNotice } from './clock-notice.tsx'
import { deathTexts } from './death-texts.ts'

const timestampFields = ['died_at', 'last_seen_alive_at'] as const
const fields = [...timestampFields, 'air_temperature_c', 'death_kind', 'euthanasia_note'] as const
const kindChoices = animalFields.death_kind.options.map((value) => ({ value, label: deathTexts.kinds[value] }))

/** When it was found, which starts the carcass clock: one tap says now. */
export function FoundField({ form }: { form: Form<AnimalFormValues> }) {
  const now = useMinute()
  const zoneName = zoneNameIfElsewhere(now, useSiteZone(), now.getTimezoneOffset())
  return (
    <>
      <ClockNotice />
      {zoneName && <p className="hint">{deathTexts.timesOfSite(zoneName)}</p>}
      <TimestampField label={deathTexts.found_at} hasNow {...form.getInputProps('found_at')} />
    </>
  )
}

/** Time and kind of death. Collapsed at first, unless a field is filled in. */
export function DeathFields({ form }: { form: Form<AnimalFormValues> }) {
  const hasError = fields.some((field) => form.errorOf(field))
  return (
    <Disclosure
      key={String(hasError)}
      className="more-fields"
      title={deathTexts.title}
      startsOpen={hasError || fields.some((field) => Boolean(form.values[field]))}
    >
      <div className="stack">
        {timestampFields.map((field) => (
          <TimestampField
            key={field}
            label={deathTexts[field]}
            hasNow={field !== 'last_seen_alive_at'}
            {...form.getInputProps(field)}
          />
        ))}
        <AirTemperatureField {...form.getInputProps('air_temperature_c')} />
        <SelectField label={deathTexts.kind} choices={kindChoices} clearable {...form.getInputProps('death_kind')} />
        {form.values.death_kind === 'euthanised' && (
          <>
            <Textarea label={deathTexts.euthanasiaNote} {...form.getInputProps('euthanasia_note')} />
            <p className="banner">{deathTexts.barbiturate}</p>
          </>
        )}
      </div>
    </Disclosure>
  )
}
