import { open, rm } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { constants } from '@chisholm/domain/constants'
import { fairSemaphore } from '../fair-semaphore.ts'
import { loadSharp } from './load-sharp.ts'
import type { Storage } from './storage.ts'

export interface ProcessedImage {
  /** Path of a temporary file. */
  image: string
  /** Path of a temporary file: JPEG thumbnail, cropped to at most 400 × 400 pixels. */
  thumbnail: string
  bytes: number
  width: number
  height: number
  type: 'image/jpeg' | 'image/png'
}

type Reason = 'type' | 'pixels' | 'memory' | 'broken'

/** Why an image was rejected. */
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

/** Memory for concurrent decoding: two typical images, or one large one. */
const memoryMegabytes = 200
const acquireMemory = fairSemaphore(memoryMegabytes)

/**
 * Runs `work` when enough memory is free.
 * @param megabytes  memory needed, at most `memoryMegabytes`
 * @param account    one image per account at a time; undefined for background work
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
 * Estimated memory of decoding. Rotation holds the whole image; an interlaced PNG needs it twice, a progressive JPEG
 * two bytes per sample. A file of 400 kB can decode to 400 MB.
 */
function estimateMegabytes({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  const samples = width * height * channels
  const bytes = samples * (depth === 'ushort' ? 2 : 1)
  const more = !isProgressive ? 0 : format === 'png' ? bytes : samples * 2
  return Math.ceil((bytes + more) / 1_000_000)
}

/**
 * Normalises a JPEG or PNG, detected by content: upright, re-encoded, without metadata. Writes temporary files.
 * @param source   path or bytes
 * @param account  owner; images of one account wait for each other
 * @throws ImageRejectedError  other type, over 50 megapixels or too much memory (known from the header), or damaged
 */
export async function processImage(
  source: string | Buffer,
  storage: Pick<Storage, 'tempPath'>,
  account: string,
): Promise<ProcessedImage> {
  const type = detectType(typeof source === 'string' ? await readFirstBytes(source) : source)
  const sharp = await loadSharp()
  const header = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(async (thrown: unknown) => {
      throw (await isDamaged(source)) ? new ImageRejectedError('broken') : thrown
    })
  if (header.width * header.height > constants.photo.maxPixels) throw new ImageRejectedError('pixels')
  const megabytes = estimateMegabytes(header)
  if (megabytes > memoryMegabytes) throw new ImageRejectedError('memory')
  const [image, thumbnail] = [await storage.tempPath(), await storage.tempPath()]
  const process = async () => {
    try {
      return await encodeImage(source, type, image, thumbnail)
    } catch (thrown) {
      await Promise.all([image, thumbnail].map((file) => rm(file, { force: true })))
      if (await isDamaged(source)) throw new ImageRejectedError('broken')
      throw thrown
    }
  }
  return withDecodeMemory(process, megabytes, account)
}

/**
 * Whether the image itself is damaged: decodes it again without writing, so that a full disk, a missing file or low
 * memory is not blamed on the image.
 */
async function isDamaged(source: string | Buffer): Promise<boolean> {
  const sharp = await loadSharp()
  // an unreadable file throws here
  if (typeof source === 'string') await readFirstBytes(source)
  return sharp(source, decodeOptions)
    .stats()
    .then(
      () => false,
      () => true,
    )
}

async function encodeImage(
  source: string | Buffer,
  type: ProcessedImage['type'],
  image: string,
  thumbnail: string,
): Promise<ProcessedImage> {
  const sharp = await loadSharp()
  const oriented = sharp(source, decodeOptions).autoOrient()
  const encoded = type === 'image/png' ? oriented.png() : oriented.jpeg(encoding)
  const { width, height, size } = await encoded.toFile(image)
  await toThumbnail(sharp(image, decodeOptions)).toFile(thumbnail)
  return { image, thumbnail, bytes: size, width, height, type }
}

/** Recreates the thumbnail of a stored image. */
export const createThumbnail = (image: Buffer): Promise<Buffer> =>
  withDecodeMemory(async () => toThumbnail((await loadSharp())(image, decodeOptions)).toBuffer())

/** Whether a stored image decodes completely, at reduced size for speed. */
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

async function readFirstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function detectType(bytes: Buffer): ProcessedImage['type'] {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png'
  throw new ImageRejectedError('type')
}
