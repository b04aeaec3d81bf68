import { useHotkeys } from '@mantine/hooks'
import { formatLongVisit, formatVisitAtSite, type Zone } from '@chisholm/domain/dates'
import { fullName } from '@chisholm/domain/full-name'
import { useRef, useState } from 'react'
import { useZone } from '../../api/cached-provider.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { visitTexts } from '../visits/index.ts'
import { type Move, planOf, useMoveVisit, withPlan } from './planner-queries.ts'
import { plannerTexts } from './planner-texts.ts'

/** Moves visits, and undoes the last moves by button or Ctrl+Z, also while they are still being saved. */
export function useUndoableMoves() {
  const zone = useZone()
  const { mutateAsync } = useMoveVisit()
  /** Undo the last moves; empty if they failed. */
  const last = useRef<Promise<Move[]> | null>(null)
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
  /** Runs moves at once, which are saved one after the other. @returns those that succeeded */
  const runAll = async (moves: readonly Move[]): Promise<Move[]> => {
    const moved = await Promise.all(moves.map(run))
    return moves.filter((_, index) => moved[index])
  }
  /** @returns the moves that failed, which is shown */
  const move = async (moves: readonly Move[]): Promise<Move[]> => {
    const before = last.current
    const moving = runAll(moves)
    const undoing = moving.then((moved) => moved.map(inverseOf))
    last.current = undoing
    setCanUndo(true)
    const moved = await moving
    if (moved.length === 0 && last.current === undoing) {
      last.current = before
      setCanUndo(before !== null)
    }
    if (moved.length > 0) toast.success(textOf(moved, zone))
    return moves.filter((one) => !moved.includes(one))
  }
  const undo = async () => {
    const undoing = last.current
    last.current = null
    setCanUndo(false)
    const back = (await undoing) ?? []
    if (back.length > 0 && (await runAll(back)).length === back.length) toast.success(plannerTexts.undone)
  }
  useHotkeys([['mod+Z', () => void undo()]])
  return { move, undo, canUndo }
}

/** The move that undoes a move. */
const inverseOf = ({ visit, plan }: Move): Move => ({ visit: withPlan(visit, plan), plan: planOf(visit) })

/** What was planned, with the time of the first visit. */
function textOf(moves: readonly Move[], zone: Zone): string {
  const [first] = moves
  if (!first) return ''
  const { visit, plan } = first
  const tickets = plannerTexts.tickets(moves.map((one) => one.visit.title))
  if (!plan.scheduled_at) return plannerTexts.isUnscheduled(tickets)
  const name = plan.vet ? fullName(plan.vet) : visitTexts.unassigned
  return plannerTexts.moved(tickets, name, formatVisitAtSite(plan.scheduled_at, visit.site, zone, formatLongVisit))
}

export type UndoableMoves = ReturnType<typeof useUndoableMoves>
