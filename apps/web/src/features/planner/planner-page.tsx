import './planner.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { vetRoles } from '@chisholm/domain/permissions'
import { useRef } from 'react'
import { today } from '../../api/cached-provider.ts'
import { Page } from '../../ui/page.tsx'
import { hasAnswered, QueryState, Skeletons } from '../../ui/states.tsx'
import { vetsQuery } from '../users/index.ts'
import { PlannerBoard } from './planner-board.tsx'
import { plannerTexts } from './planner-texts.ts'
import { type PlannerSearch, PlannerToolbar } from './planner-toolbar.tsx'
import { scrollToToday } from './scroll-to-today.ts'
import { useShownPlanner } from './use-shown-planner.ts'
import { useUndoableMoves } from './use-undoable-moves.ts'

const placeholders = { height: 120, count: 4 }

/** The planner of the practice: visits by veterinarian and day, and tickets without a date. */
export function PlannerPage() {
  const { date, view = 'week', ...filters }: PlannerSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const day = date ?? today()
  const { query, planner, days, daysOfHeading } = useShownPlanner(view, day)
  // without the names of all veterinarians, their rows would move when these arrive
  const vets = useQuery(vetsQuery(vetRoles))
  const change = (search: PlannerSearch) =>
    void navigate({
      to: '/a/planner',
      search: (before: object) => ({ ...before, ...search }),
      replace: true,
      // the board stays where it was scrolled to
      resetScroll: false,
    })
  // kept when other days are shown
  const moves = useUndoableMoves()
  const page = useRef<HTMLDivElement>(null)
  const showToday = () => {
    change({ date: today() })
    scrollToToday(page.current?.querySelector<HTMLElement>('.week') ?? null)
  }
  return (
    <Page title={plannerTexts.title} ownHeading wide>
      <div className="planner-page stack" ref={page}>
        <PlannerToolbar view={view} day={day} days={daysOfHeading} onChange={change} onToday={showToday} />
        {planner && hasAnswered(vets) ? (
          <PlannerBoard planner={planner} view={view} days={days} filters={filters} moves={moves} onChange={change} />
        ) : query.data ? (
          <Skeletons {...placeholders} />
        ) : (
          <QueryState query={query} failureText={plannerTexts.failed} {...placeholders} />
        )}
      </div>
    </Page>
  )
}
