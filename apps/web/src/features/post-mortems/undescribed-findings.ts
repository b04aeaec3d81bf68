import { type OrganSystem, validateSystemFinding } from '@chisholm/domain/examination'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { nameOfAnimal } from '../animals/index.ts'
import { examinationTexts } from './examine/examination-texts.ts'
import { examinationDrafts } from './examination-drafts.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useAnimalsWithInput } from './use-animal-draft.ts'

/**
 * Abnormal systems that are not described yet, by the id of their animal. They are only on this device: the server
 * demands a description.
 */
export function useUndescribedFindings(postMortem: PostMortem): ReadonlyMap<string, readonly OrganSystem[]> {
  const ids = useAnimalsWithInput(examinationDrafts, postMortem.id)
  return new Map(
    [...ids].flatMap((id): [string, OrganSystem[]][] => {
      const systems = undescribedSystems(postMortem.id, id)
      return systems.length > 0 ? [[id, systems]] : []
    }),
  )
}

/** Animals of a post-mortem that have such systems now. */
export const animalsWithUndescribed = ({ id: postMortemId, veterinary_record: record }: PostMortem): Animal[] =>
  record.veterinary_record_animals.filter(({ id }) => undescribedSystems(postMortemId, id).length > 0)

export const describeUndescribed = (animal: Animal, systems: readonly OrganSystem[]): string =>
  postMortemTexts.undescribed(
    nameOfAnimal(animal),
    systems.map((system) => examinationTexts.systems[system]),
  )

export const undescribedLinkId = (animalId: string): string => `undescribed-${animalId}`

export const undescribedSystems = (postMortemId: string, animalId: string) =>
  (examinationDrafts.of(postMortemId, animalId).getState().unsaved?.typed.systems ?? [])
    .filter((finding) => validateSystemFinding(finding) !== null)
    .map(({ system }) => system)
