import { formatRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { animalTexts } from './animal-texts.ts'

export const nameOfAnimal = (animal: Pick<Animal, 'tag' | 'rfid'>) =>
  animal.tag ?? (animal.rfid ? formatRfid(animal.rfid) : animalTexts.withoutTag)
