import type { AnimalId } from '../../database/ids.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { readAnimal } from './animals.ts'

/** Replies with an animal and its ETag. */
export const replyWithAnimal = replyWithResource(async (ctx, id: AnimalId) => {
  const { animal, content } = await readAnimal(ctx, id)
  return { data: animal, content }
})
