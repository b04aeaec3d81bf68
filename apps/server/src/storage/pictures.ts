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

/**
 * Reads a JPEG or PNG by its content and gives it upright, encoded anew and without any metadata.
 * @throws PictureRefused  another type, more than 50 megapixels (told by the header, before decoding), or damaged
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const type = typeOf(bytes)
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new PictureRefused('broken')
    })
  if (header.width * header.height > constants.photo.maxPixels) throw new PictureRefused('pixels')
  try {
    const upright = sharp(bytes, options).autoOrient()
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
