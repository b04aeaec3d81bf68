import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { AnimalId, CustomerId, PostMortemId, SiteId } from '../database/ids.ts'
import type { TestUser } from './test-client.ts'

interface TestSite {
  id: SiteId
  customerId: CustomerId
}
type TestPostMortem = PostMortem & { id: PostMortemId; site_id: SiteId; customer_id: CustomerId }

/** Creates a draft without an animal. */
const draftPostMortem = async (by: TestUser, at: TestSite): Promise<TestPostMortem> => {
  const answer = await by.post('/post-mortems', {
    customer_id: at.customerId,
    site_id: at.id,
    record_at: '2026-11-20',
  })
  return answer.body.data
}

/** Adds an animal to a ticket. @param fields  fields that differ from those of the builder */
const animal = async (by: TestUser, postMortemId: string, fields: object = {}): Promise<Animal & { id: AnimalId }> => {
  const answer = await by.post('/veterinary-record-animals', {
    veterinary_record_id: postMortemId,
    tag: 'Y 4471',
    ...fields,
  })
  return answer.body.data
}

/** Creates a sent ticket with one animal. */
const pendingPostMortem = async (by: TestUser, at: TestSite): Promise<TestPostMortem> => {
  const postMortem = await draftPostMortem(by, at)
  await animal(by, postMortem.id)
  return (await by.put(`/post-mortems/${postMortem.id}`, { draft: 0 })).body.data
}

/** Creates a ticket that this veterinarian has scheduled for themselves. */
const scheduledPostMortem = async (by: TestUser, at: TestSite, vet: TestUser): Promise<TestPostMortem> => {
  const postMortem = await pendingPostMortem(by, at)
  const schedule = { scheduled_at: '2026-11-21 09:00:00', scheduled_for_id: vet.id }
  return (await vet.put(`/post-mortems/${postMortem.id}`, schedule)).body.data
}

/** Creates a ticket that this veterinarian has completed. */
const completedPostMortem = async (by: TestUser, at: TestSite, vet: TestUser): Promise<TestPostMortem> => {
  const postMortem = await scheduledPostMortem(by, at, vet)
  return (await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })).body.data
}

/** Builders of tickets and animals, which call the API as a user. */
export const postMortemBuilders = {
  draftPostMortem,
  animal,
  pendingPostMortem,
  scheduledPostMortem,
  completedPostMortem,
}
