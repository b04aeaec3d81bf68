import { type DangerSign, strictestFirst } from '@chisholm/domain/danger-signs'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'

/** The distinct danger signs of a post-mortem's animals, strictest first. */
export function signsOf(postMortem: PostMortem): DangerSign[] {
  const signs = postMortem.veterinary_record.veterinary_record_animals.flatMap(({ danger_signs }) => danger_signs)
  const each = [...new Map(signs.map((sign) => [sign.id, sign])).values()]
  return each.toSorted(strictestFirst)
}
