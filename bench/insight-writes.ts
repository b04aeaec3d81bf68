import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BenchEnvironment } from './environment.ts'
import { sendCall, type Call, load } from './load.ts'
import { median } from './measure.ts'
import { firstClient, idOf } from './seed.ts'

/** Duration of writes with mortality figures, without their sums, and without any figures. */
export interface InsightWriteCost {
  name: string
  /** p50 in milliseconds. */
  kept: number
  /** Medians of the ratios of consecutive rounds. */
  costOfSums: number
  costOfAll: number
}

const sumTriggers = ['added_deaths_logged', 'changed_deaths_logged', 'removed_deaths_logged'].map(
  (name) => ['deaths', name] as const,
)
const deathTriggers = [
  ['animals', 'deaths_of_added_animals'],
  ['animals', 'deaths_of_changed_animals'],
  ['post_mortems', 'deaths_of_ticket'],
  ['report_versions', 'deaths_of_version'],
] as const
const states = { kept: [], withoutSums: sumTriggers, withoutAny: deathTriggers } as const

const rounds = 9
const callsPerRound = 60

/**
 * Measures creating a ticket with two animals and sending it, and completing one, alternately with and without the
 * triggers of the figures. Run it last: the figures do not include writes without triggers.
 */
export async function measureInsightWrites(environment: BenchEnvironment): Promise<InsightWriteCost[]> {
  const headers = async (userNumber: number) => ({
    authorization: `Bearer ${await environment.tokenOf(userNumber)}`,
    'content-type': 'application/json',
  })
  const [client, vet] = [await headers(firstClient), await headers(0)]
  let tag = 0
  const create = (): Call => {
    const animals = [1, 2].map(() => ({ tag: `W ${tag++}`, lot: 'F26-4', customer_record_at: '2026-09-30' }))
    const details = { customer_id: idOf('customer', 0), site_id: idOf('site', 0), record_at: '2026-09-30' }
    const body = JSON.stringify({ ...details, animals, send: 1 })
    return {
      method: 'POST',
      path: '/api/v1/post-mortems',
      headers: { ...client, 'idempotency-key': randomUUID() },
      body,
    }
  }
  const open = await openTickets(environment, rounds * 3 * callsPerRound + callsPerRound)
  const complete = (): Call | undefined => {
    const id = open.shift()
    return id === undefined
      ? undefined
      : { method: 'PUT', path: `/api/v1/post-mortems/${id}`, headers: vet, body: JSON.stringify({ completed_at: '1' }) }
  }
  for (let warmUp = 0; warmUp < 50; warmUp++) await sendCall(environment.server.origin, create())
  return [
    await measure(environment, 'create with two animals and send', create),
    await measure(environment, 'complete', complete),
  ]
}

async function measure(
  environment: BenchEnvironment,
  name: string,
  next: () => Call | undefined,
): Promise<InsightWriteCost> {
  const measured: Record<keyof typeof states, number>[] = []
  for (let round = 0; round < rounds; round++) {
    const times = { kept: 0, withoutSums: 0, withoutAny: 0 }
    // cast: Object.keys loses the key type
    for (const state of Object.keys(states) as (keyof typeof states)[]) {
      await setTriggers(environment, state, 'disable')
      const load60 = await load(environment.server.origin, (n) => (n < callsPerRound ? next() : undefined), {
        connections: 1,
        seconds: 30,
      })
      times[state] = load60.p50
      await setTriggers(environment, state, 'enable')
    }
    measured.push(times)
  }
  return {
    name,
    kept: median(measured.map(({ kept }) => kept)),
    costOfSums: median(measured.map(({ kept, withoutSums }) => kept / withoutSums - 1)),
    costOfAll: median(measured.map(({ kept, withoutAny }) => kept / withoutAny - 1)),
  }
}

async function setTriggers({ database }: BenchEnvironment, state: keyof typeof states, change: 'disable' | 'enable') {
  for (const [table, trigger] of states[state])
    await sql.raw(`alter table ${table} ${change} trigger ${trigger}`).execute(database.db)
}

async function openTickets({ database }: BenchEnvironment, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from post_mortems where status = 'In Progress' and deleted_at is null order by id limit ${max}`.execute(
    database.db,
  )
  return rows.map(({ id }) => id)
}
