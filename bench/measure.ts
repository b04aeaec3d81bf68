import { isDeepStrictEqual } from 'node:util'
import type { Pair } from './calls.ts'
import type { House } from './house.ts'
import { ask, type Call, load, type Measured } from './load.ts'

export interface Row {
  name: string
  kind: Pair['kind']
  /** One caller at a time: what a person waits. */
  api: { one: Measured; eight: Measured }
  floor: { one: Measured; eight: Measured }
  /** How much longer one caller waits than in the smaller house; undefined where there is none. */
  growth: number | undefined
}

const rounds = 5
const one = { connections: 1, seconds: 0.5 }
const eight = { connections: 8, seconds: 0.7 }

/**
 * Measures a call and its floor in turns, so that what else the machine does falls on both; and the same call in a
 * smaller house between them, for the same reason.
 * @throws Error  API and floor answer differently
 */
export async function measurePair(house: House, pair: Pair, smaller?: { house: House; pair: Pair }): Promise<Row> {
  const api = { origin: house.server.origin, call: await apiCall(house, pair) }
  const floor: typeof api = { origin: house.floor.origin, call: { method: 'GET', path: pair.floor } }
  const before = smaller && {
    origin: smaller.house.server.origin,
    call: await apiCall(smaller.house, smaller.pair),
  }
  await requireSame(house, pair.name, api.call, floor.call)
  const timed = ({ origin, call }: typeof api, how: typeof one) => load(origin, () => call, how)
  for (const side of [api, floor, ...(before ? [before] : [])]) await timed(side, { connections: 8, seconds: 0.3 })
  const turn = async () => ({
    before: before && (await timed(before, one)),
    api: { one: await timed(api, one), eight: await timed(api, eight) },
    floor: { one: await timed(floor, one), eight: await timed(floor, eight) },
  })
  const measured = [await turn()]
  while (measured.length < rounds) measured.push(await turn())
  const sideOf = (side: 'api' | 'floor') => ({
    one: middle(measured.map((round) => round[side].one)),
    eight: middle(measured.map((round) => round[side].eight)),
  })
  const growths = measured.flatMap((round) => (round.before ? [round.api.one.p50 / round.before.p50] : []))
  return {
    name: pair.name,
    kind: pair.kind,
    api: sideOf('api'),
    floor: sideOf('floor'),
    growth: growths.length > 0 ? middleOf(growths) : undefined,
  }
}

const apiCall = async (house: House, { api, by }: Pair): Promise<Call> => ({
  method: 'GET',
  path: api,
  headers: { authorization: `Bearer ${await house.tokenOf(by)}` },
})

const middleOf = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** The middle of the rounds, figure by figure. */
export const middle = (rounds: Measured[]): Measured => ({
  perSecond: middleOf(rounds.map((round) => round.perSecond)),
  p50: middleOf(rounds.map((round) => round.p50)),
  p99: middleOf(rounds.map((round) => round.p99)),
  seconds: middleOf(rounds.map((round) => round.seconds)),
})

interface Answer {
  data: unknown
  meta?: { total: number }
}

async function requireSame({ server, floor }: House, name: string, ours: Call, least: Call): Promise<void> {
  const read = async (origin: string, call: Call) => JSON.parse(String(await ask(origin, call))) as Answer
  const [a, b] = [await read(server.origin, ours), await read(floor.origin, least)]
  if (!isDeepStrictEqual(a.data, b.data) || a.meta?.total !== b.meta?.total)
    throw new Error(`${name}: the API and the floor answer differently, so comparing their times means nothing.`)
}
