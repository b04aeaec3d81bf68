import { TextInput } from '@mantine/core'
import { DateField } from '../../ui/date-field.tsx'
import type { Form } from '../../ui/use-form.ts'
import { visitTexts } from './visit-texts.ts'
import type { VisitTimeValues } from './visit-time-values.ts'

/** Day, time and length of a visit: the same on its ticket and in the planner. */
export const VisitTimeFields = ({ form }: { form: Pick<Form<VisitTimeValues>, 'getInputProps'> }) => (
  <>
    <DateField label={visitTexts.date} {...form.getInputProps('day')} />
    <div className="two">
      <TextInput
        label={visitTexts.time}
        description={visitTexts.timeHint}
        type="time"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('time')}
      />
      <TextInput label={visitTexts.minutes} inputMode="numeric" {...form.getInputProps('minutes')} />
    </div>
  </>
)
