import { type OrganSystem, validateSystemFinding } from '@chisholm/domain/examination'
import type { PostMortem } from '@chisholm/domain/schemas'
import { examinationDrafts } from './examination-drafts.ts'

/**
 * Abnormal systems that are not described yet, by the id of their animal. They are only on this device: the server
 * demands a description.
 */
export function useUndescribedFindings(postMortem: PostMortem): ReadonlyMap<string, readonly OrganSystem[]> {
  const ids = examinationDrafts.useAnimalsWithDraft(postMortem.id)
  return new Map(
    [...ids].flatMap((id): [string, OrganSystem[]][] => {
      const systems = undescribedSystems(postMortem.id, id)
      return systems.length > 0 ? [[id, systems]] : []
    }),
  )
}

/** Whether a post-mortem has such systems now. */
export const hasUndescribedFindings = ({ id: postMortemId, veterinary_record: record }: PostMortem): boolean =>
  record.veterinary_record_animals.some(({ id }) => undescribedSystems(postMortemId, id).length > 0)

const undescribedSystems = (postMortemId: string, animalId: string) =>
  (examinationDrafts.typedOf(postMortemId, animalId)?.systems ?? [])
    .filter((finding) => validateSystemFinding(finding) !== null)
    .map(({ system }) => system)
