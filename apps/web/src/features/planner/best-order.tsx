import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { type Day, formatTimeOfDay } from '@chisholm/domain/dates'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useCachedProvider, useZone } from '../../api/cached-provider.ts'
import { api } from '../../api/client.ts'
import { errorMessage } from '../../ui/toast.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { plannerTexts } from './planner-texts.ts'
import { zoneOfVisit } from './planner-week.ts'
import { type FoundStop, restOfRoute } from './rest-of-route.ts'
import type { DayStop } from './stops.ts'
import { useReschedule } from './use-reschedule.ts'

const { day: texts } = plannerTexts

interface BestOrderProps {
  day: Day
  vetId: string
  visits: readonly PostMortemCard[]
  /** The stops where the veterinarian has been. */
  over: readonly DayStop[]
  /** Kilometres of the open visits in their current order; null if they are unknown. */
  currentKm: number | null
}

/** Computes the best order of the stops, shows the saved distance, and applies it. */
export function BestOrder({ day, vetId, visits, over, currentKm }: BestOrderProps) {
  const route = useMutation({
    mutationFn: async () => (await api.get('/planner/route', { date: day, user_id: vetId })).data,
  })
  const { reschedule, isPending } = useReschedule()
  const zone = useZone()
  const now = useMinute().getTime()
  const speedKmh = useCachedProvider()?.travel_speed_kmh ?? constants.provider.travelSpeed.default
  const apply = async (found: FoundStop[]) => {
    await reschedule(newTimes(found, visits))
    route.reset()
  }
  const { data, error } = route
  const found = data && (over.length > 0 ? restOfRoute(data.stops, { over, visits, now, speedKmh }) : data.stops)
  const saved = data && currentKm !== null ? Math.round(currentKm - data.total_km) : null
  const visitAt = (id: string) => visits.find(({ site }) => site.id === id)
  const nameOfSite = (id: string) => {
    const visit = visitAt(id)
    return visit ? siteInFull(visit.customer.name, visit.site.name) : ''
  }
  const unplaced = (data?.unplaced ?? []).map(nameOfSite)
  return (
    <div className="stack" aria-live="polite">
      <Button variant="default" loading={route.isPending} onClick={() => route.mutate()}>
        {texts.bestOrder}
      </Button>
      {error && <p role="alert">{errorMessage(error, texts.failedRoute)}</p>}
      {data && found && (
        <>
          {saved !== null && <p>{saved > 0 ? texts.saves(String(saved)) : texts.isBest}</p>}
          {unplaced.length > 0 && <p className="hint">{texts.unplaced(unplaced.join(', '))}</p>}
          <ol className="found">
            {found.map(({ site, arrive_at, leg_km }) => {
              const visit = visitAt(site.id)
              const time = formatTimeOfDay(arrive_at, visit ? zoneOfVisit(visit, zone) : zone)
              return <li key={site.id}>{texts.foundStop(nameOfSite(site.id), time, String(Math.round(leg_km)))}</li>
            })}
          </ol>
          <Button loading={isPending} onClick={() => void apply(found)}>
            {texts.apply}
          </Button>
        </>
      )}
    </div>
  )
}

/** The visits of a route with their new times; visits of one stop are consecutive. */
function newTimes(stops: readonly FoundStop[], visits: readonly PostMortemCard[]) {
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
