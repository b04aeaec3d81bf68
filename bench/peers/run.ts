/**
 * Compares the API with PostGraphile 5 and Directus 11 on the same data and PostgreSQL, after checking that their
 * responses agree: `node bench/peers/run.ts`, with `large` for 1,000,000 tickets, and with names of `Facts` for some of
 * the calls. The first run installs both.
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

async function factsOf({ origin, calls }: Peer, name: keyof Facts): Promise<unknown> {
  const call = calls[name]
  return call && call.factsOf(JSON.parse(String(await sendCall(origin, call.next()))))
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
  const timed = ({ origin, calls }: Peer, seconds: number) =>
    load(origin, () => calls[call]?.next(), { ...sixteen, seconds })
  // Node.js compiles the code meanwhile
  for (const peer of peers) await timed(peer, warmUpSeconds)
  const measured = peers.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [position, peer] of peers.entries()) measured[position]?.push(await timed(peer, sixteen.seconds))
  }
  return measured.map(medianOf)
}

async function row(ours: Peer, others: Peer[], call: keyof Facts): Promise<string[]> {
  const answering = others.filter(({ calls }) => calls[call])
  await requireSameFacts(ours, answering, call)
  const [measured, ...measuredOthers] = await measure([ours, ...answering], call)
  const resultOf = (other: Peer) => measuredOthers[answering.indexOf(other)]
  const ratio = (other?: Measured) => (measured && other ? (measured.perSecond / other.perSecond).toFixed(2) : '–')
  return [
    callNames[call],
    ...[measured, ...others.map(resultOf)].map((one) => (one ? formatRate(one) : '–')),
    ...others.map((other) => ratio(resultOf(other))),
  ]
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
  const calls = Object.keys(callNames) as (keyof Facts)[]
  const chosen = calls.filter((call) => process.argv.includes(call))
  for (const call of chosen.length > 0 ? chosen : calls) {
    const measured = await row(ours, others, call)
    console.log(measured.join(' | '))
    rows.push(measured)
  }
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
