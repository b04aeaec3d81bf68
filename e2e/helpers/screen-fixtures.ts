import type { APIRequestContext } from '@playwright/test'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { createApiClient } from './api-client.ts'
import { carcassPhoto } from './test-photos.ts'

/** The records to which the URLs of screens refer. The tickets belong to the demo client and to North Yard. */
export interface ScreenFixtures {
  siteId: string
  /** A lot of the site. */
  lotId: string
  draft: PostMortem
  pending: PostMortem
  scheduled: PostMortem
  complete: PostMortem
  trainingId: string
  /** A saved animal report of the Admin. */
  savedReportId: string
}

export function firstAnimal(postMortem: PostMortem) {
  const animal = postMortem.veterinary_record.veterinary_record_animals[0]
  if (!animal) throw new Error(`${postMortem.title} has no animal`)
  return animal
}

interface DraftOptions {
  /** The demo account that creates the ticket. It must have access to the site. */
  client: string
  /** The default is North Yard. */
  site?: string
  note: string
  /** One animal is created per tag. The first one gets an RFID and a photo. */
  tags: string[]
}

/** Creates a draft as a demo client. */
export async function createDraft(
  request: APIRequestContext,
  { client: name, note, tags, site: siteName = 'North Yard' }: DraftOptions,
): Promise<PostMortem> {
  const client = await createApiClient(request, name)
  const site = (await client.get('/sites')).find((one: { name: string }) => one.name === siteName)
  const record_at = new Date().toISOString().slice(0, 10)
  const { id } = await client.post('/post-mortems', { site_id: site.id, record_at, note })
  for (const [index, tag] of tags.entries()) {
    const rfid = index === 0 ? '982000411893207' : null
    const fields = { veterinary_record_id: id, tag, rfid, pen: '14', lot: 'F26-031' }
    const animal = await client.post('/veterinary-record-animals', fields)
    const attached = { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: animal.id }
    if (index === 0) await client.upload('/medias', { ...attached, name: 'carcass.jpg', image: await carcassPhoto() })
  }
  return client.get(`/post-mortems/${id}`)
}

const defaultOptions = {
  client: 'client',
  vet: 'vet',
  note: 'Found by the pen rider at first light.',
  tags: ['R 7301', 'R 7302'],
}

const savedReport = {
  type: 'animals',
  name: 'Yellow tags',
  parameters: { filter: { weight: { min: 100, max: null } } },
}

/** Finds or creates the site's lot for these screens. */
async function lotOf(client: Awaited<ReturnType<typeof createApiClient>>, siteId: string): Promise<string> {
  const [found] = await client.get(`/lots?filter[site_id]=${siteId}&filter[name]=S26-001`)
  const lot = { site_id: siteId, name: 'S26-001', arrived_at: '2026-05-04', head_in: 240 }
  return (found ?? (await client.post('/lots', lot))).id
}

/** Creates a ticket of each status, and finds the other records that screens need. */
export async function createScreenFixtures(
  request: APIRequestContext,
  options: DraftOptions & { vet: string } = defaultOptions,
): Promise<ScreenFixtures> {
  const client = await createApiClient(request, options.client)
  const vet = await createApiClient(request, options.vet)
  const draft = () => createDraft(request, options)
  /** Creates a ticket and sends it, then lets the veterinarian change it. */
  const createSent = async (change?: object): Promise<PostMortem> => {
    const { id } = await draft()
    await client.put(`/post-mortems/${id}`, { draft: 0 })
    if (change) await vet.put(`/post-mortems/${id}`, change)
    return client.get(`/post-mortems/${id}`)
  }
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const pending = await createSent()
  return {
    siteId: pending.site_id,
    lotId: await lotOf(client, pending.site_id),
    draft: await draft(),
    pending,
    scheduled: await createSent({ scheduled_at: tomorrow, scheduled_for_id: vet.uuid }),
    complete: await createSent({ completed_at: tomorrow }),
    trainingId: (await client.get('/trainings'))[0].id,
    savedReportId: (await (await createApiClient(request, 'admin')).post('/filter-reports', savedReport)).id,
  }
}
