import type { Markup } from '@chisholm/domain/markup'
import type { AnimalId } from '../database/ids.ts'
import type { PhotoKind } from './draw-photo.ts'

/** Slot, caption and markup of a demo photo. */
interface Annotation {
  slot: string
  caption?: string
  shapes?: Markup['shapes']
}

/** The photos of the scenario with slots, by kind. */
const annotations: Partial<Record<PhotoKind, Annotation>> = {
  tag: { slot: 'Ear tag' },
  carcass: { slot: 'Whole carcass', caption: 'As found, left side down' },
  lungs: {
    slot: 'Lung surface',
    caption: 'Firm and dark red, about 60 % of the lung',
    shapes: [
      { kind: 'circle', x: 0.2, y: 0.35, x2: 0.45, y2: 0.75, color: '#00e5ff' },
      { kind: 'arrow', x: 0.85, y: 0.15, x2: 0.66, y2: 0.45, color: '#ffe600' },
      { kind: 'text', x: 0.12, y: 0.88, x2: 0.12, y2: 0.88, text: 'Fibrin on the pleura', color: '#ffffff' },
    ],
  },
}
const skipped = { slot: 'Opened abdomen', reason: 'Only the chest was opened' }

type Slots = readonly { id: string; name: string }[]
const idOf = (slots: Slots, name: string) => slots.find((slot) => slot.name === name)?.id ?? null

/** Whether the animal has one photo for each annotated slot. */
const isAnnotated = (pictures: readonly PhotoKind[]) =>
  pictures.length === Object.keys(annotations).length && pictures.every((kind) => kind in annotations)

/** The columns that assign a photo to its slot. Empty for animals without annotations. */
export function annotationOf(kind: PhotoKind, pictures: readonly PhotoKind[], slots: Slots) {
  const annotation = isAnnotated(pictures) ? annotations[kind] : undefined
  const { slot, caption = null, shapes } = annotation ?? { slot: '' }
  const markup = shapes ? JSON.stringify({ version: 1, shapes } satisfies Markup) : null
  return { slot_id: idOf(slots, slot), caption, markup }
}

/** The reasons why these animals have no photo in one slot. */
export function demoSkippedSlots(animals: { id: AnimalId; pictures: readonly PhotoKind[] }[], slots: Slots) {
  const slot_id = idOf(slots, skipped.slot)
  if (slot_id === null) return []
  return animals.flatMap(({ id, pictures }) =>
    isAnnotated(pictures) ? [{ animal_id: id, slot_id, skipped_reason: skipped.reason }] : [],
  )
}
