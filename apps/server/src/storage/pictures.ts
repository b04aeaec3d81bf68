import { open } from 'node:fs/promises'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { constants } from '@chisholm/domain/constants'

// memory stays flat under many uploads at once
sharp.cache(false)
sharp.concurrency(1)

export interface Picture {
  image: Buffer
  /** JPEG of 400 × 400 pixels at most, cut to a square. */
  thumbnail: Buffer
  width: number
  height: number
  type: 'image/jpeg' | 'image/png'
}

/** Why a file is no picture we keep. */
export class PictureRefused extends Error {
  readonly reason: 'type' | 'pixels' | 'broken'

  constructor(reason: 'type' | 'pixels' | 'broken') {
    super(`picture refused: ${reason}`)
    this.reason = reason
  }
}

const thumbnailSize = 400
const options = { limitInputPixels: constants.photo.maxPixels, failOn: 'error' } as const

/** Pictures decoded at once: each holds up to 200 MB while it is turned upright. */
const decoding = pLimit(2)

/**
 * Reads a JPEG or PNG file by its content and gives it upright, encoded anew and without any metadata.
 * @param file  path, or the bytes themselves
 * @throws PictureRefused  another type, more than 50 megapixels (told by the header, before decoding), or damaged
 */
export async function readPicture(file: string | Buffer): Promise<Picture> {
  const type = typeOf(typeof file === 'string' ? await firstBytes(file) : file)
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new PictureRefused('broken')
    })
  if (header.width * header.height > constants.photo.maxPixels) throw new PictureRefused('pixels')
  return decoding(() => decode(file, type))
}

async function decode(file: string | Buffer, type: Picture['type']): Promise<Picture> {
  try {
    const upright = sharp(file, options).autoOrient()
    const encoded = type === 'image/png' ? upright.png() : upright.jpeg({ quality: 85, mozjpeg: false })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return {
      image: data,
      thumbnail: await thumbnailOf(sharp(data, options)),
      width: info.width,
      height: info.height,
      type,
    }
  } catch {
    throw new PictureRefused('broken')
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const thumbnailOf = (picture: Sharp) =>
  picture
    .resize(thumbnailSize, thumbnailSize, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer()

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function typeOf(bytes: Buffer): Picture['type'] {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png'
  throw new PictureRefused('type')
}
