import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import type { BenchEnvironment } from '../environment.ts'
import type { Call } from '../load.ts'
import { idOf } from '../seed.ts'
import {
  type Answer,
  type Facts,
  jsonBody,
  newAnimals,
  newTicket,
  newTicketBy,
  type PeerProcess,
  productionEnvironment,
  startPeer,
  subjectsOf,
} from './peer.ts'

const cli = path.join(import.meta.dirname, 'node_modules/postgraphile/dist/cli-run.js')
const settings = path.join(import.meta.dirname, 'graphile.config.mjs')

const photos = 'photosByAnimalId(condition:{deletedAt:null},orderBy:[CREATED_AT_ASC,ROW_ID_ASC]'
const allAnimals = 'animalsByPostMortemId(condition:{deletedAt:null},orderBy:[CREATED_AT_ASC,ROW_ID_ASC]'
const card = `rowId pin status draft noVetVisitRequested recordAt requestedAt scheduledAt completedAt
  customerByCustomerId{name} siteBySiteIdAndCustomerId{name city} userByScheduledForId{firstName lastName}
  ${allAnimals},first:3){totalCount nodes{rowId tag rfid ${photos},first:1){nodes{rowId}}}}`
const page = (conditions: string) =>
  `allPostMortems(condition:{status:"Pending",deletedAt:null${conditions}},orderBy:[CREATED_AT_DESC,ROW_ID_DESC],first:20){totalCount nodes{${card}}}`

const graphql = (query: string, variables?: Record<string, unknown>): Call => ({
  method: 'POST',
  path: '/graphql',
  headers: jsonBody,
  body: JSON.stringify({ query, variables }),
})

const cardOf = (ticket: Answer) => ({
  id: ticket.rowId,
  pin: ticket.pin,
  status: ticket.status,
  customer: ticket.customerByCustomerId.name,
  site: ticket.siteBySiteIdAndCustomerId.name,
  animals: ticket.animalsByPostMortemId.totalCount,
  firstAnimals: ticket.animalsByPostMortemId.nodes.map(({ tag, photosByAnimalId }: Answer) => ({
    tag,
    hasPhoto: photosByAnimalId.nodes.length > 0,
  })),
})
const pageOf = ({ data: { allPostMortems } }: Answer) => ({
  total: allPostMortems.totalCount,
  cards: allPostMortems.nodes.map(cardOf),
})

const named = (column: string) => `libraryEntryBy${column}{name}`
/** What the minimal server returns of an animal. */
const animal = `rowId tag rfid pen lot customerRecordAt foundAt diedAt deathKind airTemperatureC arrivedAt examineBy
  customerNotes vetFindings vetDiagnosisNote weight dangerSignIds ${named('TagColorId')} ${named('BreedId')}
  ${named('AnimalGroupId')} ${named('CustomerDiagnosisId')} ${named('VetDiagnosisId')}
  animalTreatmentsByAnimalId(orderBy:POSITION_ASC){nodes{name givenAt note}}
  animalExaminationByAnimalId{examinedAt mode extent condition systems}
  animalLesionsByAnimalId(orderBy:POSITION_ASC){nodes{
    libraryEntryByDiagnosisId{name} role certainty basis severity stage note}}
  animalPhotoSlotsByAnimalId{nodes{slotId skippedReason}}
  ${photos}){nodes{rowId name slotId caption markup takenAt}}`

const nameOf = (entry: Answer) => entry?.name ?? null
const ticketOf = ({ data }: Answer): Facts['ticket'] => {
  const { note, userByScheduledForId: vet, all } = data.postMortemByRowId
  const signs = new Map(data.dangerSigns.nodes.map(({ rowId, name }: Answer) => [rowId, name]))
  return {
    note,
    vet: vet && `${vet.firstName} ${vet.lastName}`,
    slots: data.photoSlots.nodes.map(({ name, hint, required }: Answer) => ({ name, hint, required })),
    animals: all.nodes.map((row: Answer) => ({
      tag: row.tag,
      findings: row.vetFindings,
      weight: row.weight === null ? null : Number(row.weight),
      color: nameOf(row.libraryEntryByTagColorId),
      customerDiagnosis: nameOf(row.libraryEntryByCustomerDiagnosisId),
      diagnosis: nameOf(row.libraryEntryByVetDiagnosisId),
      dangerSigns: row.dangerSignIds.map((id: string) => signs.get(id)),
      treatments: row.animalTreatmentsByAnimalId.nodes.map(nameOf),
      photos: row.photosByAnimalId.nodes.map(({ rowId: id, name, caption }: Answer) => ({ id, name, caption })),
    })),
  }
}

/** Starts PostGraphile in production mode, as its documentation says. It checks no token and no permissions. */
export async function postGraphile({ size, databaseUrl }: BenchEnvironment): Promise<PeerProcess> {
  const { ticketId, rfid, siteIds } = subjectsOf(size)
  const name = 'PostGraphile'
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const stop = await startPeer(
    {
      name,
      origin,
      args: [cli, '-C', settings, '-c', databaseUrl, '-s', 'public', '-n', '127.0.0.1', '-p', String(port)],
      env: { ...productionEnvironment, GRAPHILE_ENV: 'production' },
    },
    graphql('{__typename}'),
  )
  const ask = (query: string) => () => graphql(query)
  return {
    name,
    origin,
    calls: {
      inbox: { next: ask(`{${page('')}}`), factsOf: pageOf },
      pageOfSites: {
        next: () => graphql(`query($sites:[UUID!]){${page(',siteIdIn:$sites')}}`, { sites: siteIds }),
        factsOf: pageOf,
      },
      ticket: {
        next: ask(`{postMortemByRowId(rowId:"${ticketId}"){${card} note lastExamineBy
          reportVersionsByPostMortemId(orderBy:NUMBER_DESC,first:1){nodes{number kind issuedAt}}
          all:${allAnimals}){nodes{${animal}}}}
          photoSlots:allLibraryEntries(condition:{list:"photo-slots",retiredAt:null},orderBy:POSITION_ASC){
            nodes{rowId name hint required}}
          dangerSigns:allLibraryEntries(condition:{list:"danger-signs"}){nodes{rowId name advice level}}}`),
        factsOf: ticketOf,
      },
      shortTicket: {
        next: ask(`{postMortemByRowId(rowId:"${ticketId}"){${card} note all:${allAnimals}){
          nodes{rowId tag rfid pen lot customerRecordAt customerNotes vetFindings weight libraryEntryByTagColorId{name}
            libraryEntryByVetDiagnosisId{name} ${photos}){nodes{rowId name}}}}}}`),
        factsOf: ({ data: { postMortemByRowId } }) =>
          postMortemByRowId.all.nodes.map((animal: Answer) => ({
            tag: animal.tag,
            diagnosis: animal.libraryEntryByVetDiagnosisId?.name ?? null,
            photos: animal.photosByAnimalId.nodes.length,
          })),
      },
      rfid: {
        next: ask(`{allAnimals(condition:{rfid:"${rfid}",deletedAt:null}){nodes{postMortemByPostMortemId{${card}}}}}`),
        factsOf: ({ data: { allAnimals } }) =>
          allAnimals.nodes.map((animal: Answer) => cardOf(animal.postMortemByPostMortemId)),
      },
      create: {
        next: () => graphql(createMutation, newTicketVariables()),
        factsOf: ({ data: { last } }) => {
          const { status, recordAt, requestedById, all } = last.query.postMortemByRowId
          return {
            status,
            recordAt,
            requestedById,
            animals: all.nodes.map(({ pen, lot }: Answer) => ({ pen, lot })),
          }
        },
      },
    },
    stop,
  }
}

/** Inserts a sent ticket and its animals, each in its own transaction, and returns the ticket. */
const createMutation = `mutation($id:UUID!,$ticket:PostMortemInput!,$first:AnimalInput!,$last:AnimalInput!){
  createPostMortem(input:{postMortem:$ticket}){clientMutationId}
  first:createAnimal(input:{animal:$first}){clientMutationId}
  last:createAnimal(input:{animal:$last}){query{postMortemByRowId(rowId:$id){${card} requestedById
    all:${allAnimals}){nodes{pen lot}}}}}}`

function newTicketVariables(): Record<string, unknown> {
  const id = randomUUID()
  const [first, last] = newAnimals().map(({ id: rowId, ...animal }) => ({
    ...animal,
    rowId,
    postMortemId: id,
    siteId: newTicket.siteId,
  }))
  const sent = { draft: false, requestedAt: new Date().toISOString(), requestedById: idOf('user', newTicketBy) }
  return { id, ticket: { ...newTicket, ...sent, rowId: id }, first, last }
}
