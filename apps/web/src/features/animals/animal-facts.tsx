import { longDay } from '@chisholm/domain/dates'
import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { animalTexts } from './animal-texts.ts'

export { nameOfAnimal } from './names.ts'

type Rows = [name: string, value: string | null][]

const identityOf = (animal: Animal): Rows => [
  [animalTexts.rfid, animal.rfid && shownRfid(animal.rfid)],
  [animalTexts.tag, [animal.tag, animal.tag_color?.name].filter(Boolean).join(', ') || null],
  [animalTexts.penAndLot, [animal.pen, animal.lot].filter(Boolean).join(', ') || null],
  [animalTexts.dateOfDeath, animal.customer_record_at && longDay(animal.customer_record_at)],
  [
    animalTexts.breedColorGroup,
    [animal.breed?.name, animal.animal_color?.name, animal.animal_group?.name].filter(Boolean).join(', ') || null,
  ],
  [
    animalTexts.weightAndTemperature,
    [
      animal.weight === null ? null : animalTexts.kilograms(animal.weight),
      animal.temperature === null ? null : animalTexts.degrees(animal.temperature),
    ]
      .filter(Boolean)
      .join(', ') || null,
  ],
]

/** Written by the client. */
const yardsWords = (animal: Animal): Rows => [
  [
    animalTexts.yardsDiagnosis,
    [animal.customer_diagnosis?.name, animal.customer_diagnosis_note].filter(Boolean).join('. ') || null,
  ],
  [animalTexts.notes, animal.customer_notes ?? texts.empty.notes],
]

const Facts = ({ rows }: { rows: Rows }) => (
  <dl className="facts">
    {rows.map(([name, value]) => value && [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
  </dl>
)

/** Everything the client recorded about an animal. */
export const AnimalFactsList = ({ animal }: { animal: Animal }) => (
  <Facts rows={[...identityOf(animal), ...yardsWords(animal)]} />
)

/** The client's diagnosis and notes, read-only. */
export const YardsWords = ({ animal }: { animal: Animal }) => <Facts rows={yardsWords(animal)} />
