import { longDate } from '@chisholm/domain/dates'
import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'

/** How an animal is called in lists. */
export const nameOfAnimal = (animal: Pick<Animal, 'tag' | 'rfid'>) =>
  animal.tag ?? (animal.rfid ? shownRfid(animal.rfid) : 'Animal without a tag')

/** What the yard tells of an animal. */
export const AnimalFactsList = ({ animal }: { animal: Animal }) => {
  const rows: [string, string | null][] = [
    ['RFID', animal.rfid && shownRfid(animal.rfid)],
    ['Tag', [animal.tag, animal.tag_color?.name].filter(Boolean).join(', ') || null],
    ['Pen, lot', [animal.pen, animal.lot].filter(Boolean).join(', ') || null],
    ['Date of death', animal.customer_record_at && longDate(animal.customer_record_at)],
    [
      "Yard's diagnosis",
      [animal.customer_diagnosis?.name, animal.customer_diagnosis_note].filter(Boolean).join('. ') || null,
    ],
    ['Notes', animal.customer_notes ?? texts.empty.notes],
  ]
  return (
    <dl className="facts">
      {rows.map(([name, value]) => value && [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  )
}
