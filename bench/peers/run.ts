/**
 * Compares the API with PostGraphile 5 and Directus 11 on the same data and PostgreSQL, after checking that their
 * responses agree: `node bench/peers/run.ts`, with `large` for 1,000,000 tickets. The first run installs both.
 */
import { deepStrictEqual } from 'node:assert'
import { startBenchEnvironment } from '../environment.ts'
import { formatRate, table } from '../format.ts'
import { load, type Measured, sendCall } from '../load.ts'
import { medianOf } from '../measure.ts'
import { sizes } from '../seed.ts'
import { api } from './api.ts'
import { directus } from './directus.ts'
import { installPeers } from './install.ts'
import { callNames, type Facts, type Peer, type PeerProcess } from './peer.ts'
import { postGraphile } from './postgraphile.ts'

const rounds = 3
const warmUpSeconds = 15
const sixteen = { connections: 16, seconds: 2 }

async function factsOf({ origin, calls }: Peer, call: keyof Facts): Promise<unknown> {
  const { next, factsOf: read } = calls[call]
  return read(JSON.parse(String(await sendCall(origin, next()))))
}

/** @throws Error  a peer responds differently than our API */
async function requireSameFacts(ours: Peer, others: Peer[], call: keyof Facts): Promise<void> {
  const expected = await factsOf(ours, call)
  for (const other of others) {
    try {
      deepStrictEqual(await factsOf(other, call), expected)
    } catch (error) {
      throw new Error(`${callNames[call]}: ${other.name} and our API respond differently.`, { cause: error })
    }
  }
}

/** Measures the peers in alternation, so that other load on the machine affects all of them. */
async function measure(peers: Peer[], call: keyof Facts): Promise<Measured[]> {
  const timed = ({ origin, calls }: Peer) => load(origin, calls[call].next, sixteen)
  // Node.js compiles the code meanwhile
  for (const { origin, calls } of peers) await load(origin, calls[call].next, { ...sixteen, seconds: warmUpSeconds })
  const measured = peers.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [position, peer] of peers.entries()) measured[position]?.push(await timed(peer))
  }
  return measured.map(medianOf)
}

async function row(ours: Peer, others: Peer[], call: keyof Facts): Promise<string[]> {
  await requireSameFacts(ours, others, call)
  const measured = await measure([ours, ...others], call)
  const [rate = Number.NaN, ...rates] = measured.map(({ perSecond }) => perSecond)
  return [callNames[call], ...measured.map(formatRate), ...rates.map((other) => (rate / other).toFixed(2))]
}

installPeers()
const size = process.argv.includes('large') ? 'large' : 'small'
const environment = await startBenchEnvironment(size, sizes[size])
const others: PeerProcess[] = []
try {
  for (const start of [postGraphile, directus]) others.push(await start(environment))
  const ours = await api(environment)
  const rows: string[][] = []
  // cast: Facts has the keys of callNames
  for (const call of Object.keys(callNames) as (keyof Facts)[]) rows.push(await row(ours, others, call))
  const names = others.map(({ name }) => name)
  const head = [
    'Call',
    `${ours.name} /s`,
    ...names.map((name) => `${name} /s`),
    ...names.map((name) => `${ours.name} : ${name}`),
  ]
  console.log(table(head, rows))
} finally {
  for (const { stop } of others) await stop()
  await environment.close()
}
