import { useHotkeys } from '@mantine/hooks'
import { formatLongVisit, formatVisitAtSite } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import type { PostMortemCard } from '@chisholm/domain/schemas'
import { useRef, useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { type Move, planOf, useMoveVisit, type VisitPlan, withPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'

/** Moves visits, and undoes the last move by button or Ctrl+Z, also while it is still being saved. */
export function useUndoableMoves() {
  const zone = useZone()
  const { mutateAsync } = useMoveVisit()
  /** Undoes the last move; null if the move failed. */
  const last = useRef<Promise<Move | null>>(null)
  const [canUndo, setCanUndo] = useState(false)

  const run = async (move: Move): Promise<boolean> => {
    try {
      const warnings = await mutateAsync(move)
      for (const warning of warnings) toast.failure(warning)
      return true
    } catch (failure) {
      toast.failure(errorMessage(failure, plannerTexts.failedToMove))
      return false
    }
  }
  /** @returns whether the visit was moved; a failure is shown */
  const move = async (visit: PostMortemCard, plan: VisitPlan): Promise<boolean> => {
    const { vet, scheduled_at } = plan
    const before = last.current
    const back = { visit: withPlan(visit, plan), plan: planOf(visit) }
    const undoing = run({ visit, plan }).then((isMoved) => (isMoved ? back : null))
    last.current = undoing
    setCanUndo(true)
    if (!(await undoing)) {
      if (last.current === undoing) {
        last.current = before
        setCanUndo(before !== null)
      }
      return false
    }
    const name = vet ? fullName(vet) : plannerTexts.notAssigned
    toast.success(
      scheduled_at
        ? plannerTexts.moved(visit.title, name, formatVisitAtSite(scheduled_at, visit.site, zone, formatLongVisit))
        : plannerTexts.isUnscheduled(visit.title),
    )
    return true
  }
  const undo = async () => {
    const undoing = last.current
    last.current = null
    setCanUndo(false)
    const back = await undoing
    if (back && (await run(back))) toast.success(plannerTexts.undone)
  }
  useHotkeys([['mod+Z', () => void undo()]])
  return { move, undo, canUndo }
}

export type UndoableMoves = ReturnType<typeof useUndoableMoves>
