import { createHash } from 'node:crypto'
import { fingerprintOfFile } from '../storage/file-integrity.ts'
import { processImage } from '../storage/process-image.ts'
import type { Storage } from '../storage/storage.ts'
import { drawPhoto, type PhotoKind } from './draw-photo.ts'

/** A stored photo, in the columns of its row. */
export interface DrawnPhoto {
  bytes: number
  width: number
  height: number
  image_key: string
  thumbnail_key: string
  content_hash: Buffer
  image_hash: Buffer
  thumbnail_hash: Buffer
  thumbnail_bytes: number
}

const kinds: PhotoKind[] = ['lungs', 'heart', 'rumen', 'liver', 'kidneys', 'intestine', 'carcass', 'tag']

/** Draws the photos shared by the demo tickets: two of each kind. */
export async function drawPhotos(storage: Storage): Promise<Map<string, DrawnPhoto[]>> {
  const photosByKind = new Map<string, DrawnPhoto[]>()
  for (const kind of kinds) {
    for (const seed of [1, 2]) {
      const drawn = await drawPhoto(kind, seed)
      const { image, thumbnail, width, height, bytes } = await processImage(drawn, storage, 'demo')
      const keys = {
        image_key: `photos/demo-${kind}-${seed}.jpg`,
        thumbnail_key: `photos/demo-${kind}-${seed}-thumbnail.jpg`,
      }
      const [large, small] = [await fingerprintOfFile(image), await fingerprintOfFile(thumbnail)]
      const hashes = { image_hash: large.hash, thumbnail_hash: small.hash, thumbnail_bytes: small.bytes }
      await storage.putFile(keys.image_key, image)
      await storage.putFile(keys.thumbnail_key, thumbnail)
      const content_hash = createHash('sha256').update(drawn).digest()
      photosByKind.set(kind, [
        ...(photosByKind.get(kind) ?? []),
        { ...keys, ...hashes, width, height, bytes, content_hash },
      ])
    }
  }
  return photosByKind
}
