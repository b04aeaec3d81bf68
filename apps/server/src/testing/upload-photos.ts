import sharp from 'sharp'
import type { Factory, TestUser } from './factory.ts'
import { multipartOf } from './multipart.ts'

export interface UploadFile {
  name: string
  bytes: Buffer
}

/** A rotated JPEG with location and owner in its metadata. */
export const phoneJpeg = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .withExif({
      IFD0: { Orientation: '6', Copyright: 'secret-owner' },
      IFD3: { GPSLatitude: '50/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Uploads photos of an animal like a browser. */
export async function uploadPhotos(
  factory: Pick<Factory, 'app'>,
  by: Pick<TestUser, 'token'>,
  animalId: string,
  files: UploadFile[],
  { fields = [], headers: moreHeaders = {} }: { fields?: [string, string][]; headers?: Record<string, string> } = {},
) {
  const form = new FormData()
  const { media_attachable_type = 'VeterinaryRecordAnimal' } = Object.fromEntries(fields)
  form.set('media_attachable_type', media_attachable_type)
  form.set('media_attachable_id', animalId)
  for (const [name, value] of fields) if (!form.has(name) || name !== 'media_attachable_type') form.append(name, value)
  for (const file of files)
    form.append(files.length > 1 ? 'image[]' : 'image', new Blob([new Uint8Array(file.bytes)]), file.name)
  const { headers, payload } = await multipartOf(form)
  const answer = await factory.app.inject({
    method: 'POST',
    url: '/api/v1/medias',
    headers: { ...headers, ...moreHeaders, authorization: `Bearer ${by.token}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}
