import type { Transaction } from 'kysely'
import { type AbsenceId, newId, type PhotoId, type SiteId, type UserId } from '../database/ids.ts'
import type { Executor } from '../database/executor.ts'
import type { Tables } from '../database/tables.ts'
import { writeCase } from '../features/teaching-cases/index.ts'
import type { Settings } from '../settings.ts'
import { annotationOf, demoSkippedSlots } from './annotate-photos.ts'
import { teachingCasesOf } from './demo-teaching-cases.ts'
import type { DrawnPhoto } from './draw-photos.ts'
import { generateConversations } from './generate-conversations.ts'
import { assignLots, type DemoLot } from './generate-herd.ts'
import { type DemoReferences, generatePostMortems, type LoadTime } from './generate-post-mortems.ts'
import { generateSamples } from './generate-samples.ts'
import { generateAbsences, generateWeek } from './generate-week.ts'
import { generateYear } from './generate-year.ts'
import { deathsByDay, insertYear } from './insert-year.ts'
import { issueDemoReports } from './issue-demo-reports.ts'
import { demoScenarios } from './sample-data.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

type GeneratedTicket = ReturnType<typeof generatePostMortems>[number]

interface DemoWorld {
  random: SeededRandom
  settings: Settings
  names: Map<UserId, string>
  lots: Map<SiteId, DemoLot[]>
  loadTime: LoadTime
}

/** Inserts the demo tickets with everything that belongs to them. */
export async function insertPostMortems(
  tx: Transaction<Tables>,
  references: DemoReferences,
  photosByKind: Map<string, DrawnPhoto[]>,
  { random, settings, names, lots, loadTime }: DemoWorld,
): Promise<void> {
  const { now } = loadTime
  const tickets = [
    ...generatePostMortems({ references, scenarios: demoScenarios, random, loadTime }),
    ...generateWeek({ references, scenarios: demoScenarios, random: createSeededRandom(1912), loadTime }),
  ]
  assignLots(
    tickets.flatMap(({ ticket, animals }) => animals.map(({ row }) => ({ siteId: ticket.site_id, row }))),
    lots,
  )
  // the oldest tickets have the lowest numbers
  const known = deathsByDay(tickets)
  const year = generateYear({ references, scenarios: demoScenarios, lots, known, loadTime })
  await insertYear(tx, year)
  await tx
    .insertInto('post_mortems')
    .values(tickets.map(({ ticket }) => ticket))
    .execute()
  await tx
    .insertInto('absences')
    .values(generateAbsences(references, loadTime).map((absence) => ({ ...absence, id: newId<AbsenceId>() })))
    .execute()
  const animals = tickets.flatMap((ticket) => ticket.animals)
  await tx
    .insertInto('animals')
    .values(animals.map(({ row }) => row))
    .execute()
  await tx
    .insertInto('animal_treatments')
    .values(animals.flatMap(({ treatments }) => treatments))
    .execute()
  await insertPhotos(tx, animals, photosByKind, references, random)
  await tx
    .insertInto('comments')
    .values(generateConversations(tickets.map(({ ticket }) => ticket)))
    .execute()
  await insertSamples(tx, tickets, references, now)
  const postMortems = tickets.map(({ ticket }) => ticket)
  const { diagnoses } = references
  const diagnosed = [...animals.map(({ row }) => row), ...year.flatMap((ticket) => ticket.animals)]
  for (const { animalId, ...texts } of teachingCasesOf(diagnosed, diagnoses))
    await writeCase(tx, animalId, texts, undefined)
  await issueDemoReports(tx, { postMortems, animals: animals.map(({ row }) => row), diagnoses, names, settings, now })
}

async function insertPhotos(
  tx: Executor,
  animals: GeneratedTicket['animals'],
  photosByKind: Map<string, DrawnPhoto[]>,
  { photoSlots }: DemoReferences,
  random: SeededRandom,
): Promise<void> {
  const photos = animals.flatMap(({ row, pictures }) =>
    pictures.map((kind) => ({
      ...random.pick(photosByKind.get(kind) ?? []),
      id: newId<PhotoId>(),
      animal_id: row.id,
      name: `${kind}.jpg`,
      ...annotationOf(kind, pictures, photoSlots),
      type: 'image/jpeg' as const,
      created_by_id: row.created_by_id,
      created_at: row.created_at,
    })),
  )
  await tx.insertInto('photos').values(photos).execute()
  const photographed = animals.map(({ row: { id }, pictures }) => ({ id, pictures }))
  await tx.insertInto('animal_photo_slots').values(demoSkippedSlots(photographed, photoSlots)).execute()
}

async function insertSamples(
  tx: Executor,
  tickets: GeneratedTicket[],
  { sampleKinds }: DemoReferences,
  now: Date,
): Promise<void> {
  const examined = tickets.flatMap(({ ticket: { completed_at, completed_by_id }, animals }) =>
    completed_at && completed_by_id
      ? animals.map(({ row }) => ({ id: row.id, completed_at, vetId: completed_by_id }))
      : [],
  )
  await tx
    .insertInto('samples')
    .values(generateSamples(examined, sampleKinds, now))
    .execute()
}
