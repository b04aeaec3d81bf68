import { dayOf, isDay } from '@chisholm/domain/dates'
import { daysOnFeed } from '@chisholm/domain/death'
import { today } from '../../api/cached-provider.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { isTimestamp } from '../../ui/timestamp-parts.ts'
import { useSiteZone } from '../../ui/site-zone.tsx'
import type { Form } from '../../ui/use-form.ts'
import { type AnimalFormValues, deathTimesOf } from './animal-form-values.ts'
import { deathTexts } from './death-texts.ts'
import { TreatmentsField } from './treatments-field.tsx'

/** Arrival and treatments. Collapsed at first, unless a field is filled in. */
export function HistoryFields({ form }: { form: Form<AnimalFormValues> }) {
  const zone = useSiteZone()
  const { arrived_at, treatments_given, died_at, found_at, customer_record_at } = form.values
  const nameErrors = treatments_given.map((_, index) => form.errorOf(`treatments_given.${index}.name`))
  const hasError = Boolean(form.errorOf('arrived_at') ?? nameErrors.find(Boolean))
  const death = [died_at, found_at].find((timestamp) => timestamp && isTimestamp(timestamp))
  const days = daysOnFeed(deathTimesOf(form.values), zone)
  return (
    <Disclosure
      key={String(hasError)}
      className="more-fields"
      title={deathTexts.history}
      startsOpen={hasError || Boolean(arrived_at) || treatments_given.length > 0}
    >
      <div className="stack">
        <DateField
          label={deathTexts.arrived}
          {...(days !== null && days >= 0 && { description: deathTexts.daysOnFeed(days) })}
          {...form.getInputProps('arrived_at')}
        />
        <TreatmentsField
          {...form.getInputProps('treatments_given')}
          errorOf={form.errorOf}
          dayOfDeath={
            death
              ? dayOf(death, zone)
              : customer_record_at && isDay(customer_record_at)
                ? customer_record_at
                : today(zone)
          }
        />
      </div>
    </Disclosure>
  )
}
