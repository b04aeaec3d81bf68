import { lazy } from '../lazy.ts'

const loadExifr = lazy(async () => (await import('exifr')).default)

/** A time according to the clock of a camera. */
export interface ExifTime {
  /** For example `2026:09:22 14:03:11`. */
  local: string
  /** For example `-06:00`. Null if the camera did not record it. */
  offset: string | null
}

/** The EXIF fields that the server uses. */
export interface Exif {
  /** From 1 to 8. 1 means upright. */
  orientation: number
  taken: ExifTime | null
}

/** The time at which the photo was taken, then the time at which it was digitized, each with the tag of its offset. */
const timeTags = [
  ['DateTimeOriginal', 'OffsetTimeOriginal'],
  ['CreateDate', 'OffsetTimeDigitized'],
] as const

/**
 * Reads the EXIF of an image. Damaged EXIF counts as none.
 * @param exif  as returned by sharp
 */
export async function readExif(exif: Buffer | undefined): Promise<Exif> {
  const tags = exif ? await parseTags(exif) : {}
  const orientation = Number(tags['Orientation'])
  const [taken = null] = timeTags.flatMap(([time, offset]) => {
    const [local, zone] = [tags[time], tags[offset]]
    return typeof local === 'string' ? [{ local, offset: typeof zone === 'string' ? zone.trim() : null }] : []
  })
  return { orientation: orientation >= 1 && orientation <= 8 ? orientation : 1, taken }
}

async function parseTags(exif: Buffer): Promise<Record<string, unknown>> {
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
  const exifr = await loadExifr()
  const pick = ['Orientation', ...timeTags.flat()]
  const found: unknown = await exifr
    .parse(tiff, { pick, reviveValues: false, translateValues: false })
    .catch(() => undefined)
  return typeof found === 'object' && found !== null ? { ...found } : {}
}
