import { lazy } from '../lazy.ts'

const loadExifr = lazy(async () => (await import('exifr')).default)

/** What the server uses of the EXIF of an image. */
export interface Exif {
  /** 1 to 8; 1 is upright. */
  orientation: number
}

/** Reads the EXIF of an image; damaged EXIF counts as none. @param exif  as sharp gives it */
export async function readExif(exif: Buffer | undefined): Promise<Exif> {
  const tags = exif ? await parseTags(exif) : {}
  const orientation = Number(tags['Orientation'])
  return { orientation: orientation >= 1 && orientation <= 8 ? orientation : 1 }
}

async function parseTags(exif: Buffer): Promise<Record<string, unknown>> {
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
  const exifr = await loadExifr()
  const found: unknown = await exifr
    .parse(tiff, { pick: ['Orientation'], reviveValues: false, translateValues: false })
    .catch(() => undefined)
  return typeof found === 'object' && found !== null ? { ...found } : {}
}
