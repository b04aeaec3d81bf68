import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addDays, type Day } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import type { Person } from '@chisholm/domain/schemas/references'
import { mondayOf } from '@chisholm/domain/weeks'
import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { isLive } from '../../api/live-events.ts'
import { readableOffline } from '../../api/readable-offline.ts'

/** Polling interval for changes of others without a live connection, in milliseconds. */
const refetchInterval = 10_000

// The key begins like that of the tickets, so that it is refetched when tickets change.
const plannerKey = ['post-mortems', 'planner'] as const
const moveKey = ['move visit'] as const

export const plannerQuery = (from: Day, to: Day) =>
  queryOptions({
    queryKey: [...plannerKey, from, to],
    queryFn: async () => (await api.get('/planner', { from, to })).data,
    refetchInterval: () => !isLive() && refetchInterval,
    refetchOnWindowFocus: 'always',
    meta: readableOffline,
  })

/** The week of a day, which the board and the day pages share. */
export function weekQuery(day: Day) {
  const monday = mondayOf(day)
  return plannerQuery(monday, addDays(monday, 6))
}

/** Time and veterinarian of a visit. */
export interface VisitPlan {
  scheduled_at: string | null
  vet: Person | null
  duration_minutes: number
}

export const planOf = ({ scheduled_at, scheduled_for, duration_minutes }: PostMortemCard): VisitPlan => ({
  scheduled_at,
  vet: scheduled_for,
  duration_minutes,
})

export const withPlan = (visit: PostMortemCard, { vet, ...plan }: VisitPlan): PostMortemCard => ({
  ...visit,
  ...plan,
  scheduled_for: vet,
})

/**
 * Applies a move to the planner optimistically.
 * @param position  the index among the unscheduled tickets, if it becomes one; the last by default
 */
function withMove(planner: Planner, visit: PostMortemCard, plan: VisitPlan, position = Infinity): Planner {
  const moved = withPlan(visit, plan)
  const without = (cards: PostMortemCard[]) => cards.filter(({ id }) => id !== visit.id)
  const others = { unscheduled: without(planner.unscheduled), visits: without(planner.visits) }
  const unscheduled = plan.scheduled_at ? others.unscheduled : others.unscheduled.toSpliced(position, 0, moved)
  return {
    ...planner,
    unscheduled,
    unscheduled_total: planner.unscheduled_total + unscheduled.length - planner.unscheduled.length,
    visits: plan.scheduled_at ? [...others.visits, moved] : others.visits,
  }
}

const timeOf = (timestamp: string | null) => timestamp && Date.parse(timestamp)

/** The fields of a visit that a plan changes. What a colleague has changed meanwhile in other fields stays. */
const changesOf = (visit: PostMortemCard, { scheduled_at, duration_minutes, vet }: VisitPlan) => ({
  ...(timeOf(scheduled_at) !== timeOf(visit.scheduled_at) && { scheduled_at: scheduled_at ?? '' }),
  ...(duration_minutes !== visit.duration_minutes && { duration_minutes }),
  ...(vet?.id !== visit.scheduled_for?.id && { scheduled_for_id: vet?.id ?? '' }),
})

export interface Move {
  visit: PostMortemCard
  plan: VisitPlan
}

/**
 * Plans a visit optimistically, after the moves before it. Once its last move has failed, it is shown where it was, also
 * without a connection. Resolves to the warnings of the server.
 */
export function useMoveVisit() {
  const queryClient = useQueryClient()
  /** The visits that are being moved, as they are saved, with their position among the unscheduled ones. */
  const saved = useRef(new Map<string, { visit: PostMortemCard; position?: number | undefined }>())
  const showMove = ({ visit, plan }: Move, position?: number) =>
    queryClient.setQueriesData<Planner>({ queryKey: plannerKey }, (planner) =>
      planner ? withMove(planner, visit, plan, position) : planner,
    )
  const positionOf = (id: string) =>
    queryClient
      .getQueriesData<Planner>({ queryKey: plannerKey })
      .map(([, planner]) => planner?.unscheduled.findIndex((ticket) => ticket.id === id) ?? -1)
      .find((position) => position !== -1)
  const isLastOf = (id: string) =>
    queryClient.isMutating({
      mutationKey: moveKey,
      // cast: only moves have this key
      predicate: ({ state }) => (state.variables as Move | undefined)?.visit.id === id,
    }) === 1
  return useMutation({
    mutationKey: moveKey,
    // one after the other, so that the last move of a visit is the one that stays
    scope: { id: moveKey[0] },
    mutationFn: async ({ visit, plan }: Move) => {
      const body = changesOf(visit, plan)
      if (Object.keys(body).length === 0) return []
      return (await api.put('/post-mortems/{id}', body, { id: visit.id })).warnings ?? []
    },
    onMutate: async (move) => {
      const { visit } = move
      if (!saved.current.has(visit.id)) saved.current.set(visit.id, { visit, position: positionOf(visit.id) })
      await queryClient.cancelQueries({ queryKey: plannerKey })
      showMove(move)
    },
    onSuccess: (_, { visit, plan }) => {
      saved.current.set(visit.id, { visit: withPlan(visit, plan) })
    },
    onError: (_, { visit: { id } }) => {
      const { visit, position } = saved.current.get(id) ?? {}
      if (visit && isLastOf(id)) showMove({ visit, plan: planOf(visit) }, position)
    },
    // not awaited, so that the move can be undone before the lists have been refetched
    onSettled: (_data, _failure, { visit: { id } }) => {
      if (isLastOf(id)) saved.current.delete(id)
      // later moves are shown already
      if (queryClient.isMutating({ mutationKey: moveKey }) === 1)
        void queryClient.invalidateQueries({ queryKey: ['post-mortems'] })
    },
  })
}
