import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { Type } from 'typebox'
import { isUuid } from '../../http/bodies.ts'
import { exampleIds, exampleTexts } from '../../http/example-values.ts'
import { Failure, type FieldTexts, invalid, malformed } from '../../http/failures.ts'
import type { SentFile } from './photos.ts'

interface UploadedPhotos {
  animalId: string
  files: SentFile[]
}

const severalOf = (description: string, schema = Type.String()) => Type.Array(schema, { description })

/** The fields of an upload as the API's document tells them; each may come once or several times. */
export const Upload = Type.Object({
  image: severalOf(
    'JPEG or PNG by content, 20 MB a file.',
    Type.String({ contentMediaType: 'application/octet-stream' }),
  ),
  name: Type.Optional(severalOf('Names in the order of the images, or one for all.')),
  id: Type.Optional(severalOf('Ids one chooses, in the order of the images.', Type.String({ format: 'uuid' }))),
  media_attachable_type: Type.Optional(Type.Literal('VeterinaryRecordAnimal')),
  media_attachable_id: Type.String({ format: 'uuid', description: 'The animal.' }),
})

export const uploadExamples = {
  photo: {
    body: {
      image: [exampleTexts.picture],
      name: ['cow.jpg'],
      id: [exampleIds.newId],
      media_attachable_type: 'VeterinaryRecordAnimal',
      media_attachable_id: exampleIds.animal,
    },
  },
}

/**
 * Reads a multipart upload: `image` one or many, `name`, `media_attachable_type`, `media_attachable_id`, `id`s.
 * @throws too-large  a file over 20 MB
 * @throws invalid    more than 20 files, none, or an animal that is not named
 */
export async function readUpload(request: FastifyRequest): Promise<UploadedPhotos> {
  if (!request.isMultipart()) throw malformed('Photos are sent as multipart/form-data.')
  const fields = new Map<string, string[]>()
  const files: { name: string; path: string }[] = []
  const { maxBytes, maxFiles } = constants.photo
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: maxFiles + 1, fields: 60 } })) {
    const field = part.fieldname.replace(/\[\d*\]$/, '')
    if (part.type === 'field') fields.set(field, [...(fields.get(field) ?? []), String(part.value)])
    else if (files.length >= maxFiles) throw invalid({ image: [texts.validation.photoTooMany] })
    else files.push({ name: part.filename || 'photo', path: await keepOnDisk(request, part) })
  }
  const animalId = fields.get('media_attachable_id')?.[0]?.trim() ?? ''
  const errors: FieldTexts = {}
  if (files.length === 0) errors['image'] = [texts.validation.photoRequired]
  const type = fields.get('media_attachable_type')?.[0] ?? 'VeterinaryRecordAnimal'
  if (type !== 'VeterinaryRecordAnimal')
    errors['media_attachable_type'] = ['media_attachable_type must be VeterinaryRecordAnimal.']
  if (!isUuid(animalId)) errors['media_attachable_id'] = ['Please choose an animal.']
  const ids = (fields.get('id') ?? fields.get('ids') ?? []).map((id) => id.trim().toLowerCase()).filter(Boolean)
  if (ids.some((id) => !isUuid(id))) errors['id'] = ['id must be a UUID.']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const names = fields.get('name') ?? []
  return {
    animalId: animalId.toLowerCase(),
    files: files.map((file, index) => ({
      id: ids[index] ?? (index === 0 ? request.idempotency?.reservedId : undefined) ?? uuidv7(),
      name: (names[index] || names[0] || file.name).slice(0, 255),
      path: file.path,
    })),
  }
}

/** Twenty phones at once send more than the server may hold in memory: each file goes to disk as it comes. */
async function keepOnDisk(request: FastifyRequest, part: MultipartFile): Promise<string> {
  const file = await request.house.storage.scratch()
  // removed when the answer is sent, or the connection lost
  ;(request.tmpUploads ??= []).push(file)
  await pipeline(part.file, createWriteStream(file, { mode: 0o600 }))
  if (part.file.truncated) throw new Failure('too-large', `${part.filename}: ${texts.validation.photoTooLarge}`)
  return file
}
