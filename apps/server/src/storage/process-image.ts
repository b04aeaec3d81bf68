import { open, rm } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { constants } from '@chisholm/domain/constants'
import { fairSemaphore } from '../fair-semaphore.ts'
import { loadSharp } from './load-sharp.ts'
import type { Storage } from './storage.ts'

export interface ProcessedImage {
  /** Scratch file. */
  image: string
  /** Scratch file: JPEG of 400 × 400 pixels at most, cut to a square. */
  thumbnail: string
  bytes: number
  width: number
  height: number
  type: 'image/jpeg' | 'image/png'
}

type Reason = 'type' | 'pixels' | 'memory' | 'broken'

/** Why a file is no picture we keep. */
export class ImageRejectedError extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(`picture refused: ${reason}`)
    this.reason = reason
  }
}

const thumbnailSize = 400
/** Without `optimizeCoding` a picture streams through: with it all of it is held for a file a few percent smaller. */
const encoding = { quality: 85, optimizeCoding: false } as const
const decodeOptions = { limitInputPixels: constants.photo.maxPixels, failOn: 'error' } as const

/** Megabytes that all pictures being read may hold: two ordinary ones, or a large one alone. */
const memoryMegabytes = 200
const acquireMemory = fairSemaphore(memoryMegabytes)

/**
 * Works on a picture once there is room for it.
 * @param megabytes  what it holds, `room` at most
 * @param account    for whom, one at a time; nobody where the server does it by itself
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
 * What reading a picture may hold in memory. One that has to be turned is held whole; an interlaced PNG once more, and a
 * progressive JPEG with two bytes for each sample. A file of 400 kB can decode to 400 MB.
 */
function estimateMegabytes({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  const samples = width * height * channels
  const bytes = samples * (depth === 'ushort' ? 2 : 1)
  const more = !isProgressive ? 0 : format === 'png' ? bytes : samples * 2
  return Math.ceil((bytes + more) / 1_000_000)
}

/**
 * Reads a JPEG or PNG by its content and gives it upright, encoded anew and without any metadata, as scratch files.
 * @param source   path, or the bytes themselves
 * @param account  whose picture it is: it waits for the others of that account
 * @throws PictureRefused  another type, more than 50 megapixels or more memory than there is room for (both told by the
 * header, before decoding), or damaged
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
 * Whether a picture itself cannot be decoded. It is decoded once more without writing anything: a full disk, a file that is
 * gone or too little memory are failures of ours and never the picture's.
 */
async function isDamaged(source: string | Buffer): Promise<boolean> {
  const sharp = await loadSharp()
  // a file that cannot be read throws here, and that is told
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

/** The thumbnail of a picture that was kept before, as `readPicture` makes it. */
export const createThumbnail = (image: Buffer): Promise<Buffer> =>
  withDecodeMemory(async () => toThumbnail((await loadSharp())(image, decodeOptions)).toBuffer())

/** Whether kept bytes are a whole picture: read to their end, at an eighth of the size, which is quick. */
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
