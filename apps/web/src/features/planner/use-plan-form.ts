import { constants } from '@chisholm/domain/constants'
import { isDay, timestampAt, type Zone } from '@chisholm/domain/dates'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import type { Person } from '@chisholm/domain/schemas/references'
import { texts } from '@chisholm/domain/texts'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { changedFields } from '../../ui/changed-fields.ts'
import { nobody } from '../../ui/nobody.ts'
import { useForm } from '../../ui/use-form.ts'
import { movesAfter } from './moves-of-site.ts'
import { type Move, type VisitPlan, withPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { dayOfVisit, timeOfVisit, zoneOfVisit } from './planner-week.ts'

interface PlanFormValues {
  vet: string | null
  day: string | null
  time: string
  minutes: string
  /** Other tickets of the site that are planned after it. */
  also: string[]
}

interface PlanFormOptions {
  visit: PostMortemCard
  /** The values with which the form begins. */
  typed: VisitPlan
  also: readonly string[]
  /** The tickets that can be planned after it. */
  others: readonly PostMortemCard[]
  vets: readonly Person[]
  onPlan: (moves: Move[]) => Promise<void>
}

/** The form of a visit's plan. Fields that are not changed keep what a colleague may set meanwhile. */
export function usePlanForm({ visit, typed, also, others, vets, onPlan }: PlanFormOptions) {
  const practiceZone = useZone()
  const [savedValues] = useState(() => valuesOf(visit, practiceZone))
  const [initialValues] = useState(() => ({ ...valuesOf(withPlan(visit, typed), practiceZone), also: [...also] }))
  const personOf = (vetId: string | null): Person | null => {
    const vet = vets.find(({ id }) => id === vetId)
    return vet ? { id: vet.id, first_name: vet.first_name, last_name: vet.last_name } : null
  }
  const timestampOf = ({ day, time }: PlanFormValues) =>
    day && isDay(day) ? timestampAt(day, time || '00:00', zoneOfVisit(visit, practiceZone)).toISOString() : null
  const movesOf = (plan: VisitPlan, { also: ids }: PlanFormValues): Move[] => {
    const chosen = plan.scheduled_at ? others.filter(({ id }) => ids.includes(id)) : []
    return [{ visit, plan }, ...movesAfter(plan, chosen, zoneOfVisit(visit, practiceZone))]
  }
  const form = useForm({
    initialValues,
    validate: validatePlan,
    onSubmit: async (values) => {
      const changed = changedFields(values, savedValues) ?? {}
      const plan = {
        scheduled_at: 'day' in changed || 'time' in changed ? timestampOf(values) : visit.scheduled_at,
        vet: 'vet' in changed ? personOf(values.vet) : visit.scheduled_for,
        duration_minutes: 'minutes' in changed ? Number(values.minutes) : visit.duration_minutes,
      }
      await onPlan(movesOf(plan, values))
    },
    failureText: plannerTexts.failedToMove,
  })
  /** The current values of the fields. */
  const plan: VisitPlan = {
    scheduled_at: timestampOf(form.values),
    vet: personOf(form.values.vet),
    duration_minutes: Number(form.values.minutes) || visit.duration_minutes,
  }
  return { form, moves: movesOf(plan, form.values) }
}

const valuesOf = (visit: PostMortemCard, practiceZone: Zone): PlanFormValues => ({
  vet: visit.scheduled_for?.id ?? nobody,
  day: dayOfVisit(visit, practiceZone),
  time: visit.scheduled_at ? timeOfVisit(visit, practiceZone) : '09:00',
  minutes: String(visit.duration_minutes),
  also: [],
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
