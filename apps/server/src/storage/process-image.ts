import { rm } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { constants } from '@chisholm/domain/constants'
import { fairSemaphore } from '../fair-semaphore.ts'
import { decodeHeic } from './decode-heic.ts'
import { detectType, readFirstBytes, type SourceType } from './image-type.ts'
import { loadSharp } from './load-sharp.ts'
import { type Exif, type ExifTime, readExif } from './read-exif.ts'
import type { Storage } from './storage.ts'

export interface ProcessedImage {
  /** Path of a temporary file. */
  image: string
  /** Path of a temporary file with a JPEG thumbnail, cropped to at most 400 × 400 pixels. */
  thumbnail: string
  bytes: number
  width: number
  height: number
  type: 'image/jpeg' | 'image/png'
  /** The time at which the photo was taken, according to its metadata. */
  taken: ExifTime | null
}

type Reason = 'type' | 'pixels' | 'memory' | 'broken'

export class ImageRejectedError extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(`picture refused: ${reason}`)
    this.reason = reason
  }
}

const thumbnailSize = 400
/** `optimizeCoding` would hold the whole image in memory to save a few percent. */
const encoding = { quality: 85, optimizeCoding: false } as const
const decodeOptions = { limitInputPixels: constants.photo.maxPixels, failOn: 'error' } as const

/** Memory for the images that are decoded at the same time: two typical ones, or a large one. */
const memoryMegabytes = 200
const acquireMemory = fairSemaphore(memoryMegabytes)

/**
 * Runs `work` when enough memory is free.
 * @param megabytes  the memory that it needs, at most `memoryMegabytes`
 * @param account    only one image of an account is processed at a time; undefined for background work
 */
async function withDecodeMemory<Result>(work: () => Promise<Result>, megabytes = 0, account?: string): Promise<Result> {
  const release = await acquireMemory(account, Math.max(megabytes, memoryMegabytes / 2))
  try {
    return await work()
  } finally {
    release()
  }
}

/**
 * Estimates the memory for decoding. Rotation needs the whole image in memory, an interlaced PNG needs it once more, a
 * WebP two times in any case. A progressive JPEG needs two bytes for each of its samples, and a HEIC one and a half
 * times the image if it has no tiles, which only its decoder finds out: that has a limit of its own. A file of 400 kB
 * can decode to 400 MB.
 */
function estimateMegabytes(header: Metadata): number {
  const { width, height, channels, depth, format, isProgressive, chromaSubsampling, orientation = 1 } = header
  const pixels = width * height
  const image = pixels * channels * (depth === 'ushort' ? 2 : 1)
  if (format === 'heif') return Math.min(Math.ceil((pixels * 4.5) / 1_000_000), memoryMegabytes)
  const rotated = orientation > 1 ? image : 0
  const progressive = format === 'png' ? image : pixels * (samplesPerPixel[chromaSubsampling ?? ''] ?? channels) * 2
  const bytes = format === 'webp' ? image * 2 : rotated + (isProgressive ? progressive : 0)
  return Math.ceil(bytes / 1_000_000)
}

/** Samples of a JPEG with fewer values for colours than for brightness. */
const samplesPerPixel: Partial<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2 }

const allTypes: readonly SourceType[] = ['jpeg', 'png', 'webp', 'heic']

/** An image that has not been decoded yet. */
interface Source {
  file: string | Buffer
  type: SourceType
  exif: Exif
}

/**
 * Normalises an image: rotates it upright, encodes it again and removes its metadata. The content determines its type.
 * A PNG stays a PNG, every other image becomes a JPEG. The results are temporary files.
 * @param file     path or bytes
 * @param account  the owner; images of one account wait for each other
 * @param types    the types that are accepted
 * @throws ImageRejectedError  the image has another type, has over 50 megapixels or needs too much memory according to
 * its header, or is damaged
 */
export async function processImage(
  file: string | Buffer,
  storage: Pick<Storage, 'tempPath'>,
  account: string,
  types = allTypes,
): Promise<ProcessedImage> {
  const type = await detectType(file)
  if (!type || !types.includes(type)) throw new ImageRejectedError('type')
  const sharp = await loadSharp()
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(async (thrown: unknown) => {
      throw (await isDamaged(file)) ? new ImageRejectedError('broken') : thrown
    })
  if (header.width * header.height > constants.photo.maxPixels) throw new ImageRejectedError('pixels')
  const megabytes = estimateMegabytes(header)
  if (megabytes > memoryMegabytes) throw new ImageRejectedError('memory')
  const source = { file, type, exif: await readExif(header.exif) }
  return withDecodeMemory(
    () => (type === 'heic' ? fromHeic(source, storage) : encode(source, storage)),
    megabytes,
    account,
  )
}

async function fromHeic({ file, exif }: Source, storage: Pick<Storage, 'tempPath'>): Promise<ProcessedImage> {
  const decoded = await storage.tempPath()
  try {
    const result = await decodeHeic(file, decoded, exif.orientation)
    if (result !== 'decoded') throw new ImageRejectedError(result)
    return await encode({ file: decoded, type: 'heic', exif }, storage)
  } finally {
    await rm(decoded, { force: true })
  }
}

/** Encodes an image and its thumbnail. A failure leaves no files behind. */
async function encode(source: Source, storage: Pick<Storage, 'tempPath'>): Promise<ProcessedImage> {
  const [image, thumbnail] = [await storage.tempPath(), await storage.tempPath()]
  try {
    return await encodeImage(source, image, thumbnail)
  } catch (thrown) {
    await Promise.all([image, thumbnail].map((written) => rm(written, { force: true })))
    if (await isDamaged(source.file)) throw new ImageRejectedError('broken')
    throw thrown
  }
}

/**
 * Whether the image itself is damaged. It is decoded again without writing, so that a full disk, a missing file or a
 * lack of memory is not blamed on the image.
 */
async function isDamaged(source: string | Buffer): Promise<boolean> {
  const sharp = await loadSharp()
  // This throws if the file cannot be read.
  if (typeof source === 'string') await readFirstBytes(source)
  return sharp(source, decodeOptions)
    .stats()
    .then(
      () => false,
      () => true,
    )
}

async function encodeImage({ file, type, exif }: Source, image: string, thumbnail: string): Promise<ProcessedImage> {
  const sharp = await loadSharp()
  const oriented = sharp(file, decodeOptions).autoOrient()
  const isPng = type === 'png'
  const opaque = type === 'webp' ? oriented.flatten({ background: '#ffffff' }) : oriented
  const encoded = isPng ? oriented.png() : opaque.jpeg(encoding)
  const { width, height, size } = await encoded.toFile(image)
  await toThumbnail(sharp(image, decodeOptions)).toFile(thumbnail)
  return { image, thumbnail, bytes: size, width, height, type: isPng ? 'image/png' : 'image/jpeg', taken: exif.taken }
}

/** Creates a new thumbnail of a stored image. */
export const createThumbnail = (image: Buffer): Promise<Buffer> =>
  withDecodeMemory(async () => toThumbnail((await loadSharp())(image, decodeOptions)).toBuffer())

/** Whether a stored image can be decoded completely. It is decoded at a reduced size, which is faster. */
export const canBeDecoded = (image: Buffer): Promise<boolean> =>
  withDecodeMemory(async () =>
    (await loadSharp())(image, decodeOptions)
      .resize(16)
      .toBuffer()
      .then(
        () => true,
        () => false,
      ),
  )

const toThumbnail = (picture: Sharp): Sharp =>
  picture
    .resize(thumbnailSize, thumbnailSize, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
