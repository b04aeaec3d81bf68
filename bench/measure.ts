import { deepStrictEqual } from 'node:assert'
import type { ReadCall } from './read-calls.ts'
import type { BenchEnvironment } from './environment.ts'
import { sendCall, type Call, load, type Measured } from './load.ts'

export interface ReadMeasurement {
  name: string
  kind: ReadCall['kind']
  /** With one caller, which gives the latency. */
  api: { one: Measured; eight: Measured }
  baseline: { one: Measured; eight: Measured }
  /** Latency divided by that in the smaller database. Undefined if there is none. */
  growth: number | undefined
}

const rounds = 5
const one = { connections: 1, seconds: 0.5 }
const eight = { connections: 8, seconds: 0.7 }

/**
 * Measures API, baseline and the same call on a smaller database alternately, so that other load on the machine affects
 * all of them.
 * @throws Error  API and baseline respond differently
 */
export async function measureRead(
  environment: BenchEnvironment,
  pair: ReadCall,
  smaller?: { environment: BenchEnvironment; pair: ReadCall },
): Promise<ReadMeasurement> {
  const api = { origin: environment.server.origin, call: await apiCall(environment, pair) }
  const baseline: typeof api = { origin: environment.baseline.origin, call: { method: 'GET', path: pair.baseline } }
  const before = smaller && {
    origin: smaller.environment.server.origin,
    call: await apiCall(smaller.environment, smaller.pair),
  }
  await requireSameAnswers(environment, pair.name, api.call, baseline.call)
  const timed = ({ origin, call }: typeof api, options: typeof one) => load(origin, () => call, options)
  for (const side of [api, baseline, ...(before ? [before] : [])]) await timed(side, { connections: 8, seconds: 0.3 })
  const measureRound = async () => ({
    before: before && (await timed(before, one)),
    api: { one: await timed(api, one), eight: await timed(api, eight) },
    baseline: { one: await timed(baseline, one), eight: await timed(baseline, eight) },
  })
  const measured = [await measureRound()]
  while (measured.length < rounds) measured.push(await measureRound())
  const sideOf = (side: 'api' | 'baseline') => ({
    one: medianOf(measured.map((round) => round[side].one)),
    eight: medianOf(measured.map((round) => round[side].eight)),
  })
  const growths = measured.flatMap((round) => (round.before ? [round.api.one.p50 / round.before.p50] : []))
  return {
    name: pair.name,
    kind: pair.kind,
    api: sideOf('api'),
    baseline: sideOf('baseline'),
    growth: growths.length > 0 ? median(growths) : undefined,
  }
}

const apiCall = async (environment: BenchEnvironment, { api, userNumber: by }: ReadCall): Promise<Call> => ({
  method: 'GET',
  path: api,
  headers: { authorization: `Bearer ${await environment.tokenOf(by)}` },
})

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** The median of each figure over all rounds. */
export const medianOf = (rounds: Measured[]): Measured => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p95: median(rounds.map((round) => round.p95)),
  p99: median(rounds.map((round) => round.p99)),
  seconds: median(rounds.map((round) => round.seconds)),
})

interface Answer {
  data: unknown
  meta?: { total: number }
}

/** Compares everything but the links between pages and the carcass clock, which changes with the time. */
async function requireSameAnswers(
  { server, baseline }: BenchEnvironment,
  name: string,
  ours: Call,
  baselineCall: Call,
): Promise<void> {
  const read = async (origin: string, call: Call) => {
    const withoutClock = (key: string, value: unknown) => (key === 'carcass' ? null : value)
    // cast: the response of a list or of a ticket
    const { data, meta } = JSON.parse(String(await sendCall(origin, call)), withoutClock) as Answer
    return { data, total: meta?.total }
  }
  try {
    deepStrictEqual(await read(server.origin, ours), await read(baseline.origin, baselineCall))
  } catch (error) {
    const text = `${name}: the API and the baseline answer differently, so comparing their times means nothing.`
    throw new Error(text, { cause: error })
  }
}
