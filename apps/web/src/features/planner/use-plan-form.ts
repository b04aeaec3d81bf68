import { constants } from '@chisholm/domain/constants'
import { isDay, timestampAt, type Zone } from '@chisholm/domain/dates'
import type { Person, PostMortemCard } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { changedFields } from '../../ui/changed-fields.ts'
import { nobody } from '../../ui/nobody.ts'
import { useForm } from '../../ui/use-form.ts'
import { type VisitPlan, withPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { dayOfVisit, timeOfVisit, zoneOfVisit } from './planner-week.ts'

interface PlanFormValues {
  vet: string | null
  day: string | null
  time: string
  minutes: string
}

interface PlanFormOptions {
  visit: PostMortemCard
  /** The values with which the form begins. */
  typed: VisitPlan
  vets: readonly Person[]
  onPlan: (plan: VisitPlan) => Promise<void>
}

/** The form of a visit's plan. Fields that are not changed keep what a colleague may set meanwhile. */
export function usePlanForm({ visit, typed, vets, onPlan }: PlanFormOptions) {
  const practiceZone = useZone()
  const [savedValues] = useState(() => valuesOf(visit, practiceZone))
  const [initialValues] = useState(() => valuesOf(withPlan(visit, typed), practiceZone))
  const personOf = (vetId: string | null): Person | null => {
    const vet = vets.find(({ id }) => id === vetId)
    return vet ? { id: vet.id, first_name: vet.first_name, last_name: vet.last_name } : null
  }
  const timestampOf = ({ day, time }: PlanFormValues) =>
    day && isDay(day) ? timestampAt(day, time || '00:00', zoneOfVisit(visit, practiceZone)).toISOString() : null
  const form = useForm({
    initialValues,
    validate: validatePlan,
    onSubmit: async (values) => {
      const changed = changedFields(values, savedValues) ?? {}
      await onPlan({
        scheduled_at: 'day' in changed || 'time' in changed ? timestampOf(values) : visit.scheduled_at,
        vet: 'vet' in changed ? personOf(values.vet) : visit.scheduled_for,
        duration_minutes: 'minutes' in changed ? Number(values.minutes) : visit.duration_minutes,
      })
    },
    failureText: plannerTexts.failedToMove,
  })
  /** The current values of the fields. */
  const plan: VisitPlan = {
    scheduled_at: timestampOf(form.values),
    vet: personOf(form.values.vet),
    duration_minutes: Number(form.values.minutes) || visit.duration_minutes,
  }
  return { form, plan }
}

const valuesOf = (visit: PostMortemCard, practiceZone: Zone): PlanFormValues => ({
  vet: visit.scheduled_for?.id ?? nobody,
  day: dayOfVisit(visit, practiceZone),
  time: visit.scheduled_at ? timeOfVisit(visit, practiceZone) : '09:00',
  minutes: String(visit.duration_minutes),
})

function validatePlan({ day, minutes }: PlanFormValues): ValidationErrors {
  const { min, max } = constants.visitMinutes
  const count = Number(minutes)
  return {
    ...(day && !isDay(day) && { day: [texts.validation.scheduleDateRequired] }),
    ...(!(Number.isInteger(count) && count >= min && count <= max) && {
      minutes: [texts.validation.between(min, max)],
    }),
  }
}
