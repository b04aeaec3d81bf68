import type { Readable } from 'node:stream'
import { formatClockTime, dayOf, type Zone } from '@chisholm/domain/dates'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { lazy } from '../../lazy.ts'
import type { PostMortemId } from '../../database/ids.ts'
import type { Context } from '../../http/context.ts'
import { timeZoneOfPostMortem } from '../post-mortems/index.ts'
import { openImage } from './photo-files.ts'
import { photosOfPostMortem, type PhotoRow } from './photos.queries.ts'

const loadYazl = lazy(() => import('yazl'))

interface ArchivedPhoto {
  /** The folder of its animal and the name of the file, which every operating system accepts. */
  path: string
  photo: PhotoRow
}

/** Characters that Windows does not accept in a name. */
const forbidden = /[<>:"/\\|?*\p{Cc}]/gu
const maxLength = 60

/** Converts a text to a file name that Windows, macOS and Linux accept. */
const safeName = (text: string) =>
  Array.from(text.replaceAll(forbidden, '-').replaceAll(/\s+/g, ' ').trim())
    .slice(0, maxLength)
    .join('')
    .replace(/[. ]+$/, '')

/** For example `2026-09-22 14-03`. */
const timeInName = (timestamp: Date, zone: Zone) =>
  `${dayOf(timestamp, zone)} ${formatClockTime(timestamp, zone).replace(':', '-')}`

/** The photos of a ticket with their names in the archive. */
export async function listArchivedPhotos(
  ctx: Context,
  id: PostMortemId,
  { veterinary_record_animals: animals }: { veterinary_record_animals: Animal[] },
): Promise<ArchivedPhoto[]> {
  const photos = await photosOfPostMortem(ctx.db, ctx.person.sites, id)
  return nameArchivedPhotos(animals, photos, await timeZoneOfPostMortem(ctx, id))
}

/**
 * Names the photos of a ticket. Each animal has a folder, numbered in the order of the animals. The name of a photo is
 * its slot and its time. Photos in slots come first, in the order of the slots.
 */
function nameArchivedPhotos(animals: Animal[], photos: PhotoRow[], zone: Zone): ArchivedPhoto[] {
  const used = new Set<string>()
  const withoutClash = (path: string, ending: string, count = 1): string => {
    const name = `${path}${count > 1 ? ` (${count})` : ''}.${ending}`
    if (used.has(name.toLowerCase())) return withoutClash(path, ending, count + 1)
    used.add(name.toLowerCase())
    return name
  }
  return animals.flatMap((animal, index) => {
    const slots = animal.photo_slots.map(({ slot_id }): string | null => slot_id)
    const rank = ({ slot_id }: PhotoRow) => (slots.includes(slot_id) ? slots.indexOf(slot_id) : slots.length)
    const number = String(index + 1).padStart(2, '0')
    const folder = [number, safeName(animal.tag || animal.rfid || '') || 'Animal'].join(' ')
    return photos
      .filter(({ animal_id }) => animal_id === animal.id)
      .toSorted((one, other) => rank(one) - rank(other))
      .map((photo) => {
        const slot = animal.photo_slots.find(({ slot_id }) => slot_id === photo.slot_id)
        const name = `${safeName(slot?.name ?? '') || 'Photo'} ${timeInName(photo.taken_at ?? photo.created_at, zone)}`
        return { path: withoutClash(`${folder}/${name}`, photo.type === 'image/png' ? 'png' : 'jpg'), photo }
      })
  })
}

/** A ZIP file has no times before 1970; yazl throws in an event for those, which nobody could catch. */
const fileTime = (time: Date): Date => new Date(Math.max(0, time.getTime()))

/**
 * Streams photos as a ZIP file, one after the other, without compression. Photos that are known to be lost are named in
 * a text file. If another one turns out to be lost, the download aborts, so that nobody mistakes an incomplete archive
 * for a complete one.
 * @param checkAccess  throws once the user may no longer see the photos; then the download aborts, too
 */
export async function streamPhotoArchive(
  ctx: Pick<Context, 'db' | 'storage'>,
  photos: ArchivedPhoto[],
  lostText: string,
  checkAccess: () => Promise<void>,
): Promise<Readable> {
  const { ZipFile } = await loadYazl()
  const zip = new ZipFile()
  // cast: a PassThrough, by the source of yazl
  const archive = zip.outputStream as Readable
  let current: Readable | undefined
  const lost = photos.filter(({ photo }) => photo.lost_at !== null)
  for (const { path, photo } of photos.filter((one) => !lost.includes(one)))
    zip.addReadStreamLazy(path, { compress: false, mtime: fileTime(photo.taken_at ?? photo.created_at) }, (done) => {
      const opened = checkAccess().then(() => openImage(ctx, photo, 'image'))
      opened.then(
        (image) => {
          current = image
          image.on('error', (error) => archive.destroy(error))
          if (archive.destroyed) image.destroy()
          else done(null, image)
        },
        (error: Error) => archive.destroy(error),
      )
    })
  if (lost.length > 0)
    zip.addBuffer(Buffer.from([lostText, ...lost.map(({ path }) => path), ''].join('\r\n')), 'Lost photos.txt')
  zip.end()
  zip.on('error', (error: Error) => archive.destroy(error))
  archive.on('close', () => current?.destroy())
  return archive
}
