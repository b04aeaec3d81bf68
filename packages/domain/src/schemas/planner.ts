import { type Static, Type } from 'typebox'
import { Absence } from './absences.ts'
import { Site } from './customers-and-sites.ts'
import { PostMortemCard } from './post-mortems.ts'
import { serverConstants } from '../constants.ts'
import { id, namedObject, nullable, time } from './primitives.ts'

export const Planner = namedObject('Planner', {
  unscheduled: Type.Array(PostMortemCard, {
    description: `open tickets without a date, the most urgent first; at most ${serverConstants.planner.unscheduledMax}`,
  }),
  unscheduled_total: Type.Integer({ description: 'number of open tickets without a date' }),
  visits: Type.Array(PostMortemCard, { description: 'tickets with a date in the period, earliest first' }),
  absences: Type.Array(Absence),
  clashes: Type.Array(
    Type.Object(
      { user_id: id, post_mortem_ids: Type.Array(id) },
      { description: 'open visits of one vet that overlap' },
    ),
  ),
  sites: Type.Array(Site, { description: 'the sites of the visits' }),
})
export type Planner = Static<typeof Planner>

const kilometres = (description: string) => Type.Number({ description })

export const Route = namedObject('Route', {
  stops: Type.Array(
    Type.Object({
      post_mortem_ids: Type.Array(id),
      site: Site,
      arrive_at: time,
      leg_km: kilometres('from the stop before, or from the practice'),
    }),
  ),
  total_km: kilometres('the way back included'),
  back_at: Type.Unsafe<string | null>({ ...nullable(time), description: 'at the practice; null without stops' }),
  unplaced: Type.Array(id, { description: 'ids of the sites without coordinates' }),
})
export type Route = Static<typeof Route>
