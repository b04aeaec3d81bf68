import { formatLongDay } from '@chisholm/domain/dates'
import { formatRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { useZone } from '../../api/cached-provider.ts'
import { type DescriptionRow, DescriptionList } from '../../ui/description-list.tsx'
import { useSiteZone } from '../../ui/site-zone.tsx'
import { animalTexts } from './animal-texts.ts'
import { deathRows } from './death-rows.ts'

const identityRows = (animal: Animal): DescriptionRow[] => [
  [animalTexts.rfid, animal.rfid && formatRfid(animal.rfid)],
  [animalTexts.tag, [animal.tag, animal.tag_color?.name].filter(Boolean).join(', ') || null],
  [animalTexts.penAndLot, [animal.pen, animal.lot].filter(Boolean).join(', ') || null],
  [animalTexts.dateOfDeath, animal.customer_record_at && formatLongDay(animal.customer_record_at)],
  [animalTexts.dangerSigns.title, animal.danger_signs.map(({ name }) => name).join('\n') || null],
]

const bodyRows = (animal: Animal): DescriptionRow[] => [
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

/** The client's notes and diagnosis. */
const clientOpinionRows = (animal: Animal): DescriptionRow[] => [
  [
    animalTexts.yardsDiagnosis,
    [animal.customer_diagnosis?.name, animal.customer_diagnosis_note].filter(Boolean).join('. ') || null,
  ],
  [animalTexts.notes, animal.customer_notes ?? texts.empty.notes],
]

/** Everything that the client recorded about an animal. */
export function AnimalDetails({ animal }: { animal: Animal }) {
  const [siteZone, zone] = [useSiteZone(), useZone()]
  const rows = [
    ...identityRows(animal),
    // before what is the same for most animals of a pen
    ...clientOpinionRows(animal),
    ...bodyRows(animal),
    ...deathRows(animal, siteZone, zone),
  ]
  return <DescriptionList rows={rows} />
}

/** The client's diagnosis and notes, which cannot be edited here. */
export const ClientOpinion = ({ animal }: { animal: Animal }) => <DescriptionList rows={clientOpinionRows(animal)} />
