import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'

/** Display name of an animal in lists. */
export const nameOfAnimal = (animal: Pick<Animal, 'tag' | 'rfid'>) =>
  animal.tag ?? (animal.rfid ? shownRfid(animal.rfid) : 'Animal without a tag')
