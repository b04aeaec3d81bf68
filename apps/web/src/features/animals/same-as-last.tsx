import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCopy } from '@tabler/icons-react'
import { formatRecentDay } from '@chisholm/domain/short-dates'
import { today } from '../../api/cached-provider.ts'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { useState } from 'react'
import type { Form } from '../../ui/use-form.ts'
import { type AnimalFormValues, animalFormValues } from './animal-form-values.ts'
import { nameOfAnimal } from './animal-name.ts'
import { animalTexts } from './animal-texts.ts'

const copied = ['pen', 'lot', 'tag_color_id', 'breed_id', 'animal_group_id', 'arrived_at'] as const
type Copied = Pick<AnimalFormValues, (typeof copied)[number]>

/** The values to copy from the last animal: only fields that it has. */
function valuesOf(last: Animal): Partial<Copied> {
  const values = animalFormValues(last, '', '')
  return Object.fromEntries(copied.flatMap((field) => (values[field] ? [[field, values[field]]] : [])))
}

/** The same values as labelled texts. */
const wordsOf = ({ pen, lot, tag_color, breed, animal_group, arrived_at }: Animal): string =>
  [
    pen && `${animalTexts.pen} ${pen}`,
    lot && `${animalTexts.lot} ${lot}`,
    tag_color?.name,
    breed?.name,
    animal_group?.name,
    arrived_at && animalTexts.sameAsLast.arrived(formatRecentDay(arrived_at, today())),
  ]
    .filter(Boolean)
    .join(', ')

/** Copies the fields that an animal usually shares with the previous one, shows the copied values, and can undo it. */
export function SameAsLast({ form, last }: { form: Form<AnimalFormValues>; last: Animal }) {
  const [before, setBefore] = useState<Partial<Copied> | null>(null)
  const values = valuesOf(last)
  const fields = copied.filter((field) => field in values)
  if (fields.length === 0) return null
  const fill = () => {
    setBefore(Object.fromEntries(fields.map((field) => [field, form.values[field]])))
    form.setValues(values)
  }
  const undo = () => {
    if (before) form.setValues(before)
    setBefore(null)
  }
  if (!before)
    return (
      <Button variant="default" leftSection={<IconCopy size={20} aria-hidden />} onClick={fill}>
        {animalTexts.sameAsLast.fill(nameOfAnimal(last))}
      </Button>
    )
  return (
    <output className="same-as-last">
      <span>{animalTexts.sameAsLast.filled(nameOfAnimal(last), wordsOf(last))}</span>
      <Button size="sm" variant="default" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={undo}>
        {animalTexts.sameAsLast.undo}
      </Button>
    </output>
  )
}
