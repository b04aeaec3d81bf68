import type { Planner } from '@chisholm/domain/schemas/planner'
import { useOutbox } from '../../api/outbox-state.ts'
import { applyUnsentToCard } from '../post-mortems/index.ts'

/** The planner with the unsent changes of this device. */
export function useWithUnsent<P extends Pick<Planner, 'visits'>>(planner: P): P {
  const { visible } = useOutbox()
  if (visible.length === 0) return planner
  const visits = planner.visits.flatMap((visit) => {
    const entries = visible.filter(({ postMortemId }) => postMortemId === visit.id)
    return applyUnsentToCard(visit, entries) ?? []
  })
  return { ...planner, visits }
}
