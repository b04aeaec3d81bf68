import { longDay } from '@chisholm/domain/dates'
import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'

export { nameOfAnimal } from './names.ts'

type Rows = [name: string, value: string | null][]

const identityOf = (animal: Animal): Rows => [
  ['RFID', animal.rfid && shownRfid(animal.rfid)],
  ['Tag', [animal.tag, animal.tag_color?.name].filter(Boolean).join(', ') || null],
  ['Pen, lot', [animal.pen, animal.lot].filter(Boolean).join(', ') || null],
  ['Date of death', animal.customer_record_at && longDay(animal.customer_record_at)],
  [
    'Breed, colour, group',
    [animal.breed?.name, animal.animal_color?.name, animal.animal_group?.name].filter(Boolean).join(', ') || null,
  ],
  [
    'Weight, temperature',
    [
      animal.weight === null ? null : `${animal.weight} kg`,
      animal.temperature === null ? null : `${animal.temperature.toFixed(1)} °C`,
    ]
      .filter(Boolean)
      .join(', ') || null,
  ],
]

/** Written by the client. */
const yardsWords = (animal: Animal): Rows => [
  [
    "Yard's diagnosis",
    [animal.customer_diagnosis?.name, animal.customer_diagnosis_note].filter(Boolean).join('. ') || null,
  ],
  ['Notes', animal.customer_notes ?? texts.empty.notes],
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
