import { type Static, Type } from 'typebox'
import { MortalityRow, MortalityTotals } from './insight.ts'
import { Lot } from './lots.ts'
import { day, id, namedObject, nullable, text } from './primitives.ts'

const count = Type.Integer()

const LotAnimal = namedObject('LotAnimal', {
  id,
  tag: nullable(text),
  rfid: nullable(text),
  date_of_death: day,
  days_on_feed: nullable(Type.Integer({ description: 'from the arrival of the lot' })),
  diagnosis: nullable(Type.String({ description: 'by the veterinarian; for clients as issued' })),
  treatments: count,
  post_mortem: Type.Object({ id, title: text }),
})
export type LotAnimal = Static<typeof LotAnimal>

const LotTreatment = namedObject('LotTreatment', {
  name: text,
  animals: Type.Integer({ description: 'dead animals with this treatment' }),
  median_days_before_death: nullable(
    Type.Number({ description: 'from the last treatment to the death; null if no day is known' }),
  ),
})

const UsualDeaths = namedObject('UsualDeaths', {
  days_on_feed: count,
  deaths: Type.Number({ description: 'expected in a lot of this size, from the other lots' }),
  low: Type.Integer({ description: 'lower end of the 95 % range of such lots' }),
  high: Type.Integer({ description: 'upper end of the 95 % range of such lots' }),
})

export const LotSummary = namedObject('LotSummary', {
  lot: Lot,
  site: Type.Object({ id, name: Type.String({ description: 'with its customer' }) }),
  totals: MortalityTotals,
  treated: Type.Integer({ description: 'dead animals with any treatment' }),
  curve: Type.Array(Type.Object({ days_on_feed: count, deaths: count }), {
    description: 'cumulative deaths at each day on feed with deaths; empty if the arrival is unknown',
  }),
  usual: Type.Array(UsualDeaths, {
    description:
      'by weeks on feed, from the other lots that you see; empty while head or arrival of the lot are unknown',
  }),
  usual_lots: Type.Integer({ description: 'number of lots on which the usual range is based' }),
  causes: Type.Array(MortalityRow),
  treatments: Type.Array(LotTreatment),
  animals: Type.Array(LotAnimal, { description: 'latest death first, at most 500' }),
})
export type LotSummary = Static<typeof LotSummary>
