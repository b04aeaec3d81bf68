import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Day } from '@chisholm/domain/dates'
import type { Route } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { api } from '../../api/client.ts'
import { errorMessage } from '../../ui/toast.ts'
import { plannerTexts } from './planner-texts.ts'
import { useReschedule } from './use-reschedule.ts'

const { day: texts } = plannerTexts

interface BestOrderProps {
  day: Day
  vetId: string
  visits: readonly PostMortemCard[]
  /** Kilometres of the open visits in their current order; null if they are unknown. */
  currentKm: number | null
}

/** Computes the best order of the stops, shows the saved distance, and applies it. */
export function BestOrder({ day, vetId, visits, currentKm }: BestOrderProps) {
  const route = useMutation({
    mutationFn: async () => (await api.get('/planner/route', { date: day, user_id: vetId })).data,
  })
  const { reschedule, isPending } = useReschedule()
  const apply = async (found: Route) => {
    await reschedule(newTimes(found, visits))
    route.reset()
  }
  const { data, error } = route
  const saved = data && currentKm !== null ? Math.round(currentKm - data.total_km) : null
  const nameOfSite = (id: string) => {
    const visit = visits.find(({ site }) => site.id === id)
    return visit ? siteInFull(visit.customer.name, visit.site.name) : ''
  }
  const unplaced = (data?.unplaced ?? []).map(nameOfSite)
  return (
    <div className="stack" aria-live="polite">
      <Button variant="default" loading={route.isPending} onClick={() => route.mutate()}>
        {texts.bestOrder}
      </Button>
      {error && <p role="alert">{errorMessage(error, texts.failedRoute)}</p>}
      {data && (
        <>
          {saved !== null && <p>{saved > 0 ? texts.saves(String(saved)) : texts.isBest}</p>}
          {unplaced.length > 0 && <p className="hint">{texts.unplaced(unplaced.join(', '))}</p>}
          <ol className="found">
            {data.stops.map(({ site }) => (
              <li key={site.id}>{nameOfSite(site.id)}</li>
            ))}
          </ol>
          <Button loading={isPending} onClick={() => void apply(data)}>
            {texts.apply}
          </Button>
        </>
      )}
    </div>
  )
}

/** The visits of a route with their new times; visits of one stop are consecutive. */
function newTimes({ stops }: Route, visits: readonly PostMortemCard[]) {
  return stops.flatMap(({ arrive_at, post_mortem_ids }) => {
    // whole minutes, because the form of a visit has no seconds
    let begins = Math.ceil(new Date(arrive_at).getTime() / 60_000) * 60_000
    return post_mortem_ids.flatMap((id) => {
      const visit = visits.find((one) => one.id === id)
      if (!visit) return []
      const scheduled_at = new Date(begins).toISOString()
      begins += visit.duration_minutes * 60_000
      return [{ visit, scheduled_at }]
    })
  })
}
