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
}

const rounds = 3
const one = { connections: 1, seconds: 0.6 }
const eight = { connections: 8, seconds: 0.8 }

/** Measures a call and its floor in turns, so that what else the machine does falls on both. @throws Error  they answer differently */
export async function measurePair(house: House, pair: Pair): Promise<Row> {
  const authorization = `Bearer ${await house.tokenOf(pair.by)}`
  const api: Call = { method: 'GET', path: pair.api, headers: { authorization } }
  const floor: Call = { method: 'GET', path: pair.floor }
  await requireSame(house, pair.name, api, floor)
  const sides = [
    { origin: house.server.origin, call: api, ones: [] as Measured[], eights: [] as Measured[] },
    { origin: house.floor.origin, call: floor, ones: [] as Measured[], eights: [] as Measured[] },
  ] as const
  for (const { origin, call } of sides) await load(origin, () => call, { connections: 8, seconds: 0.3 })
  for (let round = 0; round < rounds; round++) {
    for (const { origin, call, ones, eights } of sides) {
      ones.push(await load(origin, () => call, one))
      eights.push(await load(origin, () => call, eight))
    }
  }
  const [mine, least] = sides
  return {
    name: pair.name,
    kind: pair.kind,
    api: { one: middle(mine.ones), eight: middle(mine.eights) },
    floor: { one: middle(least.ones), eight: middle(least.eights) },
  }
}

const middleOf = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** The middle of the rounds, figure by figure. */
export const middle = (rounds: Measured[]): Measured => ({
  perSecond: middleOf(rounds.map((round) => round.perSecond)),
  p50: middleOf(rounds.map((round) => round.p50)),
  p99: middleOf(rounds.map((round) => round.p99)),
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
