import type { Zone } from '@chisholm/domain/dates'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import type { Person } from '@chisholm/domain/schemas/references'
import { useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { nobody } from '../../ui/nobody.ts'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import {
  timestampOfVisit,
  useAskBeforePast,
  validateVisitTime,
  type VisitTimeValues,
  visitTimeValues,
} from '../visits/index.ts'
import { movesAfter } from './moves-of-site.ts'
import { type Move, type VisitPlan, withPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'
import { zoneOfVisit } from './planner-week.ts'

interface PlanFormValues extends VisitTimeValues {
  vet: string | null
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
  onPlan: (moves: Move[]) => Promise<Move[]>
  onClose: () => void
}

/** The form of a visit's plan. Fields that are not changed keep what a colleague may set meanwhile. */
export function usePlanForm({ visit, typed, also, others, vets, onPlan, onClose }: PlanFormOptions) {
  const zone = zoneOfVisit(visit, useZone())
  const [savedValues] = useState(() => valuesOf(visit, zone))
  const [initialValues] = useState(() => ({ ...valuesOf(withPlan(visit, typed), zone), also: [...also] }))
  const { mayScheduleOn, pastDialog } = useAskBeforePast()
  const personOf = (vetId: string | null): Person | null => {
    const vet = vets.find(({ id }) => id === vetId)
    return vet ? { id: vet.id, first_name: vet.first_name, last_name: vet.last_name } : null
  }
  const movesOf = (plan: VisitPlan, { also: ids }: PlanFormValues): Move[] => {
    const chosen = plan.scheduled_at ? others.filter(({ id }) => ids.includes(id)) : []
    return [{ visit, plan }, ...movesAfter(plan, chosen, zone)]
  }
  const form = useDialogForm({
    draftName: `plan ${visit.id}`,
    initialValues,
    savedValues,
    validate: (values) => validateVisitTime(values, false),
    confirm: ({ day }) => mayScheduleOn(day, zone),
    onSubmit: async (values, changed) => {
      const plan = {
        scheduled_at: 'day' in changed || 'time' in changed ? timestampOfVisit(values, zone) : visit.scheduled_at,
        vet: 'vet' in changed ? personOf(values.vet) : visit.scheduled_for,
        duration_minutes: 'minutes' in changed ? Number(values.minutes) : visit.duration_minutes,
      }
      const failed = await onPlan(movesOf(plan, values))
      // so that what was typed stays on this device
      if (failed.some((move) => move.visit.id === visit.id)) throw new Error(plannerTexts.failedToMove)
    },
    // each move that failed was shown
    showFailure: () => undefined,
    onDone: onClose,
    failureText: plannerTexts.failedToMove,
  })
  /** The current values of the fields. */
  const plan: VisitPlan = {
    scheduled_at: timestampOfVisit(form.values, zone),
    vet: personOf(form.values.vet),
    duration_minutes: Number(form.values.minutes) || visit.duration_minutes,
  }
  return { form, moves: movesOf(plan, form.values), pastDialog }
}

const valuesOf = (visit: PostMortemCard, zone: Zone): PlanFormValues => ({
  vet: visit.scheduled_for?.id ?? nobody,
  ...visitTimeValues(visit, zone),
  also: [],
})
