import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { deriveKey } from '../../derive-key.ts'
import type { PhotoId } from '../../database/ids.ts'
import { notFound } from '../../http/app-error.ts'
import type { Services } from '../../services.ts'

export const PhotoVariant = Type.Enum(['image', 'thumbnail'])
export type PhotoVariant = Static<typeof PhotoVariant>

/** The query of a signed URL. */
export const Signature = Type.Object({ expires: Type.String(), signature: Type.String() })

/** URLs are valid for one to two hours, and stay the same within an hour so that browsers can cache the image. */
const hour = 3_600_000

const keys = new Map<string, KeyObject>()

/** Signing key derived from a secret; cached, because a page contains many URLs. */
function keyFrom(secretKey: string): KeyObject {
  const known = keys.get(secretKey) ?? createSecretKey(deriveKey(secretKey, 'photo addresses'))
  keys.set(secretKey, known)
  return known
}

/** 128 bits: a page of cards has dozens of signatures, which do not compress. */
const signatureBytes = 16

/** The image of a URL, and its expiry. */
interface SignedImage {
  /** The id of a photo, or the id of a teaching case and the number of its photo. */
  photo: string
  variant: PhotoVariant
  /** Milliseconds since 1970. */
  expires: number
}

/** @param bytes  length of the signature; undefined: all 256 bits */
const sign = (secretKey: string, { photo, variant, expires }: SignedImage, bytes?: number) =>
  createHmac('sha256', keyFrom(secretKey))
    .update(`${photo}/${variant}/${expires}`)
    .digest()
    .toString('base64url', 0, bytes)

/** Expiry time of a URL created now. */
export const urlExpiry = (now = Date.now()) => (Math.floor(now / hour) + 2) * hour

/** Cache of the paths signed within this hour. Without it, signing thumbnails took a tenth of an inbox request. */
const signedPaths = new Map<string, string>()
const maxSignedPaths = 5000

/** Creates the path and query of one image, which anyone may read until it expires. */
export const createSignedPath = (secretKey: string, photoId: PhotoId, variant: PhotoVariant) =>
  signedPathOf(secretKey, 'photos', photoId, variant)

/** The same for a photo of a teaching case: `photo` is the id of the case and the number of the photo. */
export const createSignedCasePath = (secretKey: string, photo: string, variant: PhotoVariant) =>
  signedPathOf(secretKey, 'teaching-cases', photo, variant)

function signedPathOf(
  secretKey: string,
  folder: 'photos' | 'teaching-cases',
  photo: string,
  variant: PhotoVariant,
): string {
  const expires = urlExpiry()
  const cacheKey = `${photo}/${variant}/${expires}/${secretKey}`
  const known = signedPaths.get(cacheKey)
  if (known !== undefined) return known
  const signature = sign(secretKey, { photo, variant, expires }, signatureBytes)
  const path = `/files/${folder}/${photo}/${variant}?expires=${expires}&signature=${signature}`
  if (signedPaths.size >= maxSignedPaths) signedPaths.clear()
  signedPaths.set(cacheKey, path)
  return path
}

/**
 * @param photo  the id of a photo, or the id of a teaching case and the number of its photo
 * @throws notFound  the URL has expired, or was not signed by this server for this image
 */
export function requireSignature(
  { secretKey, previousSecretKeys }: Pick<Services, 'secretKey' | 'previousSecretKeys'>,
  photo: string,
  variant: PhotoVariant,
  { expires, signature }: Static<typeof Signature>,
): void {
  const keys = [secretKey, ...previousSecretKeys]
  const image = { photo, variant, expires: Number(expires) }
  if (!keys.some((key) => isSignatureValid(key, image, signature))) throw notFound()
}

/** Whether a signature is valid for this image and has not expired. */
export function isSignatureValid(secretKey: string, image: SignedImage, received: string): boolean {
  if (image.expires <= Date.now()) return false
  const actual = Buffer.from(received)
  // pages that were loaded from a server of the previous version have signatures of full length
  return [signatureBytes, undefined].some((bytes) => {
    const expected = Buffer.from(sign(secretKey, image, bytes))
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  })
}
