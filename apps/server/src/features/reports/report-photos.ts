import { formatLongDate, type Zone } from '@chisholm/domain/dates'
import { type OrganSystem, organSystems } from '@chisholm/domain/examination'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { inSlotOrder } from '@chisholm/domain/slot-order'
import { markupSvg } from '../../pdf/markup-svg.ts'
import type { PhotoRow } from '../photos/index.ts'

/** A photo with the name of its slot. */
interface NamedPhoto {
  photo: PhotoRow
  slotName: string | null
  /** The organ system of its slot. */
  system: OrganSystem | null
}

/**
 * The photos of an animal by organ system, first those without one; within a system in the order of the slots.
 * @param systems  the organ systems of slots by their ids
 */
export function photosOfAnimal(
  { id, photo_slots: slots }: Animal,
  photos: readonly PhotoRow[],
  systems: ReadonlyMap<string, OrganSystem | null>,
): NamedPhoto[] {
  const names = new Map(slots.map(({ slot_id, name }) => [slot_id, name]))
  const named = inSlotOrder(
    photos.filter((photo) => id === photo.animal_id),
    slots,
  ).map((photo) => ({
    photo,
    slotName: (photo.slot_id && names.get(photo.slot_id)) || null,
    system: (photo.slot_id && systems.get(photo.slot_id)) || null,
  }))
  const placeOf = ({ system }: NamedPhoto) => (system === null ? -1 : organSystems.indexOf(system))
  return named.toSorted((one, other) => placeOf(one) - placeOf(other))
}

interface CaptionedPhoto extends Pick<NamedPhoto, 'slotName'> {
  photo: Pick<PhotoRow, 'name' | 'caption' | 'taken_at' | 'created_at'>
}

/**
 * Slot, caption, file name and day, in one line: the day on which it was taken, because without a connection it is
 * uploaded later.
 */
export function captionOf({ photo, slotName }: CaptionedPhoto, zone: Zone): string {
  const shown = [slotName, photo.caption].filter(Boolean).join(': ')
  const day = formatLongDate(photo.taken_at ?? photo.created_at, zone)
  return [shown, `${photo.name}, ${day}`].filter(Boolean).join('. ').replaceAll(/\s+/g, ' ')
}

/** The caption in one line without its day: versions issued before may have several lines and the day of the upload. */
export const withoutDay = (caption: string | undefined): string | undefined =>
  caption?.replaceAll(/\s+/g, ' ').replace(/, [A-Z][a-z]+ \d{1,2}[a-z]{2} \d+$/, '')

/** The drawing on the photo. */
export const drawingOf = ({ markup, width, height }: PhotoRow) =>
  markup && width && height ? { drawing: markupSvg(markup, { width, height }) } : {}
