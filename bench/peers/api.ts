import { randomUUID } from 'node:crypto'
import type { BenchEnvironment } from '../environment.ts'
import type { Call } from '../load.ts'
import { clientOfManySites } from '../seed.ts'
import { type Answer, type Facts, jsonBody, newAnimals, newTicket, newTicketBy, type Peer, subjectsOf } from './peer.ts'

const vet = 0
const cards = '/api/v1/post-mortems?view=card&include=visit&per_page=20&sort=-created_at&'
const pendingCards = `${cards}filter[veterinary_records.status]=Pending`

const cardOf = ({ id, pin, status, customer, site, animals, first_animals: first }: Answer) => ({
  id,
  pin,
  status,
  customer: customer.name,
  site: site.name,
  animals,
  firstAnimals: first.map(({ tag, thumbnail }: Answer) => ({ tag, hasPhoto: thumbnail !== null })),
})
const pageOf = ({ meta, data }: Answer) => ({ total: meta.total, cards: data.map(cardOf) })

const nameOf = (entry: Answer) => entry?.name ?? null
const ticketOf = ({ data: { note, veterinary_record: record } }: Answer): Facts['ticket'] => {
  const { scheduled_for: vet, veterinary_record_animals: animals } = record
  return {
    note,
    vet: vet && `${vet.first_name} ${vet.last_name}`,
    slots: animals[0].photo_slots.map(({ name, hint, required }: Answer) => ({ name, hint, required })),
    animals: animals.map((animal: Answer) => ({
      tag: animal.tag,
      findings: animal.vet_findings,
      weight: animal.weight,
      color: nameOf(animal.tag_color),
      customerDiagnosis: nameOf(animal.customer_diagnosis),
      diagnosis: nameOf(animal.vet_diagnosis),
      dangerSigns: animal.danger_signs.map(nameOf),
      treatments: animal.treatments_given.map(nameOf),
      photos: animal.medias.map(({ id, name, caption }: Answer) => ({ id, name, caption })),
    })),
  }
}

/** Our API. Its tokens are valid for 15 minutes, which the measurement does not take. */
export async function api({ size, server, tokenOf }: BenchEnvironment): Promise<Peer> {
  const { ticketId, rfid } = subjectsOf(size)
  const callAs = async (userNumber: number) => {
    const headers = { ...jsonBody, authorization: `Bearer ${await tokenOf(userNumber)}` }
    return (method: Call['method'], path: string, body?: string): Call => ({
      method,
      path: encodeURI(path),
      headers,
      ...(body !== undefined && { body }),
    })
  }
  const [asVet, asClientOfSites, asClient] = [
    await callAs(vet),
    await callAs(clientOfManySites),
    await callAs(newTicketBy),
  ]
  const wholeTicket = () => asVet('GET', `/api/v1/post-mortems/${ticketId}?include=medias`)
  return {
    name: 'ours',
    origin: server.origin,
    calls: {
      inbox: { next: () => asVet('GET', pendingCards), factsOf: pageOf },
      pageOfSites: { next: () => asClientOfSites('GET', pendingCards), factsOf: pageOf },
      ticket: { next: wholeTicket, factsOf: ticketOf },
      // our API has only the whole one
      shortTicket: {
        next: wholeTicket,
        factsOf: ({ data }) =>
          data.veterinary_record.veterinary_record_animals.map((animal: Answer) => ({
            tag: animal.tag,
            diagnosis: animal.vet_diagnosis?.name ?? null,
            photos: animal.medias.length,
          })),
      },
      rfid: {
        next: () => asVet('GET', `${cards}filter[veterinary_record_animals.rfid]=${rfid}`),
        factsOf: ({ data }) => data.map(cardOf),
      },
      create: {
        next: () => asClient('POST', '/api/v1/post-mortems', newTicketBody()),
        factsOf: ({ data: { status, record_at: recordAt, veterinary_record: record } }) => ({
          status,
          recordAt,
          requestedById: record.requested_by.id,
          animals: record.veterinary_record_animals.map(({ pen, lot }: Answer) => ({ pen, lot })),
        }),
      },
    },
  }
}

const newTicketBody = () =>
  JSON.stringify({
    id: randomUUID(),
    customer_id: newTicket.customerId,
    site_id: newTicket.siteId,
    record_at: newTicket.recordAt,
    animals: newAnimals(),
    send: 1,
  })
