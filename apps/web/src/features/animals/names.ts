import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { animalTexts } from './animal-texts.ts'

/** Display name of an animal in lists. */
export const nameOfAnimal = (animal: Pick<Animal, 'tag' | 'rfid'>) =>
  animal.tag ?? (animal.rfid ? shownRfid(animal.rfid) : animalTexts.withoutTag)
