import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import { isDay, timestampAt } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { may } from '@chisholm/domain/permissions'
import type { Person, Planner, PostMortemCard } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { changedFields } from '../../ui/changed-fields.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { assignableVetsQuery, vetLabel } from '../users/index.ts'
import { warningsOfPlan } from './drop-target.ts'
import type { VisitPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { dayOfVisit, nobody, timeOfVisit, zoneOfVisit } from './planner-week.ts'

interface VisitDialogProps {
  visit: PostMortemCard
  planner: Planner
  onClose: () => void
  onPlan: (plan: VisitPlan) => Promise<void>
}

/** Plans a visit without dragging: veterinarian, day, time and duration. */
export function VisitDialog({ visit, planner, onClose, onPlan }: VisitDialogProps) {
  const { dialog } = plannerTexts
  return (
    <Dialog opened onClose={onClose} title={dialog.title(visit.title)}>
      <div className="stack">
        <p className="hint row visit-place">
          <span>
            {visit.customer.name} - {visit.site.name}
          </span>
          <Link className="visit-link" to="/a/postmortem/view/$id" params={{ id: visit.id }}>
            {dialog.open}
          </Link>
        </p>
        {visit.completed_at === null && <PlanForm visit={visit} planner={planner} onClose={onClose} onPlan={onPlan} />}
      </div>
    </Dialog>
  )
}

const choiceOf = (vet: Person | null): string | null => vet?.id ?? nobody

function PlanForm({ visit, planner, onClose, onPlan }: VisitDialogProps) {
  const currentUser = useSession()
  const practiceZone = useZone()
  const vets = useQuery(assignableVetsQuery(currentUser ?? { roles: [] })).data ?? []
  const current = visit.scheduled_for
  const choices =
    currentUser && may(currentUser, 'vet.choose-any') ? vets : vets.filter(({ id }) => id === currentUser?.uuid)
  const known = current && !choices.some(({ id }) => id === current.id) ? [current] : []
  const { min, max } = constants.visitMinutes
  const personOf = (vetId: string | null): Person | null => {
    const chosen = [...choices, ...known].find(({ id }) => id === vetId)
    return chosen ? { id: chosen.id, first_name: chosen.first_name ?? '', last_name: chosen.last_name ?? '' } : null
  }
  const timestampOf = (day: string | null, time: string): string | null =>
    day && isDay(day) ? timestampAt(day, time || '00:00', zoneOfVisit(visit, practiceZone)).toISOString() : null
  const [initialValues] = useState({
    vet: choiceOf(current),
    day: dayOfVisit(visit, practiceZone),
    time: visit.scheduled_at ? timeOfVisit(visit, practiceZone) : '09:00',
    minutes: String(visit.duration_minutes),
  })
  const form = useForm({
    initialValues,
    validate: ({ day, minutes }): ValidationErrors => ({
      ...(day && !isDay(day) && { day: [texts.validation.scheduleDateRequired] }),
      ...(!(Number.isInteger(Number(minutes)) && Number(minutes) >= min && Number(minutes) <= max) && {
        minutes: [texts.validation.between(min, max)],
      }),
    }),
    // Fields that were not changed here keep what a colleague may have set meanwhile.
    onSubmit: async (typed) => {
      const { vet, day, time, minutes } = typed
      const changed = changedFields(typed, initialValues) ?? {}
      await onPlan({
        scheduled_at: 'day' in changed || 'time' in changed ? timestampOf(day, time) : visit.scheduled_at,
        vet: 'vet' in changed ? personOf(vet) : visit.scheduled_for,
        duration_minutes: 'minutes' in changed ? Number(minutes) : visit.duration_minutes,
      })
    },
    failureText: plannerTexts.failedToMove,
  })
  const minutes = form.getInputProps('minutes')
  const scheduled_at = timestampOf(form.values.day, form.values.time)
  const person = personOf(form.values.vet)
  const vetName = person ? fullName(person) : ''
  const duration = { duration_minutes: Number(form.values.minutes) || visit.duration_minutes }
  const warnings = scheduled_at
    ? warningsOfPlan(visit, { vetId: person?.id ?? nobody, vetName, scheduled_at, ...duration }, planner, practiceZone)
    : []
  return (
    <DialogForm submitLabel={plannerTexts.save} isSubmitting={form.isSubmitting} onCancel={onClose} {...form.formProps}>
      <SelectField
        label={plannerTexts.vet}
        {...form.getInputProps('vet')}
        choices={[
          ...[...choices, ...known].map((one) => ({
            value: one.id,
            label: vetLabel({ roles: [], ...one }, currentUser?.uuid),
          })),
          { value: nobody, label: plannerTexts.notAssigned },
        ]}
      />
      <DateField label={plannerTexts.dialog.date} {...form.getInputProps('day')} />
      <div className="two">
        <TextInput
          label={plannerTexts.dialog.time}
          description={plannerTexts.dialog.timeHint}
          type="time"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('time')}
        />
        <TextInput label={plannerTexts.dialog.minutes} inputMode="numeric" {...minutes} />
      </div>
      <output className="stack">
        {warnings.map((warning) => (
          <p key={warning} className="banner">
            {warning}
          </p>
        ))}
      </output>
    </DialogForm>
  )
}
