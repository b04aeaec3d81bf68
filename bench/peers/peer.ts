import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { stop } from '../environment.ts'
import { type Call, sendCall } from '../load.ts'
import { firstClient, idOf, rfidOf, sitesOfManySites, type Size } from '../seed.ts'

/** A card of a list. */
interface CardFacts {
  id: string
  pin: number
  status: string
  customer: string
  site: string
  animals: number
  /** The first three. */
  firstAnimals: { tag: string; hasPhoto: boolean }[]
}

interface SlotFacts {
  name: string
  hint: string | null
  required: boolean
}

interface AnimalFacts {
  tag: string
  findings: string | null
  weight: number | null
  color: string | null
  customerDiagnosis: string | null
  diagnosis: string | null
  dangerSigns: string[]
  treatments: string[]
  photos: { id: string; name: string; caption: string | null }[]
}

/** The facts in which the responses of all servers must agree, by call. */
export interface Facts {
  inbox: { total: number; cards: CardFacts[] }
  pageOfSites: { total: number; cards: CardFacts[] }
  shortTicket: { tag: string; diagnosis: string | null; photos: number }[]
  /** What the screen of a ticket shows, as the minimal server returns it. */
  ticket: { note: string | null; vet: string | null; slots: SlotFacts[]; animals: AnimalFacts[] }
  rfid: CardFacts[]
  create: {
    status: string
    recordAt: string
    requestedById: string
    animals: { pen: string | null; lot: string | null }[]
  }
}

export const callNames: Record<keyof Facts, string> = {
  inbox: 'inbox page',
  pageOfSites: 'page of a client of 40 sites',
  ticket: 'ticket with its photos',
  shortTicket: 'the same, only a part asked for',
  rfid: 'search by RFID',
  create: 'create with two animals, sent',
}

// oxlint-disable-next-line typescript/no-explicit-any -- responses of several servers, of which only the facts are read
export type Answer = any

interface PeerCall<Fact> {
  next: () => Call
  factsOf: (answer: Answer) => Fact
}

/** A server whose responses are compared and measured. */
export interface Peer {
  name: string
  origin: string
  /** Missing: it has no request for the call. */
  calls: { [Name in keyof Facts]?: PeerCall<Facts[Name]> }
}

export interface PeerProcess extends Peer {
  stop: () => Promise<void>
}

export const jsonBody = { 'content-type': 'application/json' }

/** What the calls ask for. */
export function subjectsOf({ tickets, animalsPerPostMortem }: Size) {
  const number = Math.floor(tickets / 2)
  return {
    ticketId: idOf('ticket', number),
    rfid: rfidOf(number * animalsPerPostMortem),
    siteIds: sitesOfManySites,
  }
}

export const newTicket = { customerId: idOf('customer', 0), siteId: idOf('site', 0), recordAt: '2026-10-02' }
export const newTicketBy = firstClient
/**
 * Tags differ, because creates of animals with the same tag on one site wait for each other. Ids are sorted, because
 * animals that were created at the same time are listed by id.
 */
export function newAnimals() {
  const [first, last] = [randomUUID(), randomUUID()].sort()
  return [
    { id: first, tag: `B ${first}`, pen: '12' },
    { id: last, tag: `B ${last}`, lot: 'L-77' },
  ]
}

export const productionEnvironment = { PATH: process.env['PATH'], NODE_ENV: 'production' }

interface Command {
  name: string
  origin: string
  args: string[]
  env: NodeJS.ProcessEnv
  cwd?: string
}

/** Starts a server with the Node.js that runs this, and waits until it responds to `first`. */
export async function startPeer(
  { name, origin, args, ...options }: Command,
  first: Call,
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  for (let tries = 0; tries < 240; tries++) {
    if (child.exitCode !== null) throw new Error(`${name} did not start.`)
    if (await sendCall(origin, first).catch(() => undefined)) return () => stop({ child })
    await sleep(500)
  }
  await stop({ child })
  throw new Error(`${name} does not answer.`)
}
