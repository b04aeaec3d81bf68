import type { FastifyRequest } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { validateText } from '@chisholm/domain/validation'
import { Type } from 'typebox'
import { type AnimalId, newId, type PhotoId, type SampleId } from '../../database/ids.ts'
import { isUuid } from '../../http/body-fields.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { type FieldErrors, invalid } from '../../http/app-error.ts'
import { idsToCreate } from '../../http/idempotency.ts'
import type { ReceivedForm } from '../../http/multipart.ts'
import type { UploadedFile } from './photos.ts'

/** The owner of the files of an upload. */
export type UploadTarget = { type: 'VeterinaryRecordAnimal'; id: AnimalId } | { type: 'Sample'; id: SampleId }

export interface ParsedUpload {
  target: UploadTarget
  files: UploadedFile[]
  /** The upload in parts that replaces a file. */
  upload: { id: string; bytes: number } | null
}

const { captionMax, maxBytes, maxFiles } = constants.photo
const { photoOwnerType, sampleRequired, uploadBytes, uuidRequired } = serverTexts.validation

const arrayOf = (description: string, schema = Type.String()) => Type.Array(schema, { description })

/** The form fields of an upload in the OpenAPI document; each may occur once or several times. */
export const UploadSchema = Type.Object({
  image: Type.Optional(
    arrayOf(
      `JPEG, PNG, WebP or HEIC by content, of a sample also PDF, ${maxBytes / 1024 / 1024} MB a file. WebP and HEIC are kept as JPEG.`,
      Type.String({ contentMediaType: 'application/octet-stream' }),
    ),
  ),
  upload_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'In place of an image: an upload whose parts were sent before.' }),
  ),
  upload_bytes: Type.Optional(Type.String({ description: 'The size of that upload.' })),
  name: Type.Optional(arrayOf('Names in the order of the images, or one name for all.')),
  id: Type.Optional(arrayOf('Ids chosen by the client, in the order of the images.', Type.String({ format: 'uuid' }))),
  slot_id: Type.Optional(
    arrayOf('Photo slots in the order of the images, or one for all; empty for none.', Type.String({ format: 'uuid' })),
  ),
  caption: Type.Optional(
    arrayOf(`Captions in the order of the images, or one for all, of ${captionMax} characters at most.`),
  ),
  media_attachable_type: Type.Optional(
    Type.Enum(['VeterinaryRecordAnimal', 'Sample'], { description: 'Default: VeterinaryRecordAnimal.' }),
  ),
  media_attachable_id: Type.String({
    format: 'uuid',
    description:
      'The animal, or the sample whose results the files are. Send it before the images, so that an upload can be rejected before they are transferred.',
  }),
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

/** Limits of an upload. */
export const uploadLimits = {
  fileBytes: maxBytes,
  tooLarge: (name: string) => `${name}: ${texts.validation.photoTooLarge}`,
  files: maxFiles,
  tooMany: () => invalid({ image: [serverTexts.validation.photoTooMany] }),
  // each file may have an id, a name, a slot, a caption and a field that is not known here; the owner and the rest are
  // fewer than ten
  fields: maxFiles * 5 + 10,
}

/**
 * Parses an upload: `image` (one or many), `name`, `media_attachable_type`, `media_attachable_id`, `id`s, slots and captions.
 * @throws invalid  no file, or no animal
 */
export function parseUpload(request: FastifyRequest, { fields, files }: ReceivedForm): ParsedUpload {
  const errors: FieldErrors = {}
  const upload = parseUploadInParts(fields, errors)
  if (files.length === 0 && !upload) errors['image'] = [serverTexts.validation.photoRequired]
  if (files.length > 0 && upload) errors['upload_id'] = [serverTexts.validation.imagesOrUpload]
  const target = parseTarget(fields, errors)
  const ids = parseIds(fields)
  if (ids.some((id) => id && !isUuid(id))) errors['id'] = [uuidRequired('id')]
  const slots = (fields.get('slot_id') ?? []).map((id) => id.trim().toLowerCase())
  if (slots.some((id) => id && !isUuid(id))) errors['slot_id'] = [uuidRequired('slot_id')]
  const captions = (fields.get('caption') ?? []).map((text) => text.trim())
  const captionErrors = captions.flatMap((text) => validateText(text, captionMax) ?? [])
  if (captionErrors.length > 0) errors['caption'] = captionErrors
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const names = fields.get('name') ?? []
  const received = upload ? [{ name: '', path: '', sha256: Buffer.alloc(0) }] : files
  const newIds = idsToCreate<PhotoId>(request, received.length)
  return {
    target,
    upload,
    files: received.map(({ name, path, sha256 }, index) => ({
      id: idAt(ids, index) ?? newIds[index] ?? newId<PhotoId>(),
      name: (names[index] || names[0] || name || 'photo').slice(0, 255),
      path,
      sha256,
      slotId: (slots.length > 1 ? slots[index] : slots[0]) || null,
      caption: (captions.length > 1 ? captions[index] : captions[0]) || null,
    })),
  }
}

/** Reads the reference to an upload in parts, and adds its errors to `errors`. */
function parseUploadInParts(fields: ReceivedForm['fields'], errors: FieldErrors): ParsedUpload['upload'] {
  const id = fields.get('upload_id')?.[0]?.trim().toLowerCase()
  if (!id) return null
  const bytes = Number(fields.get('upload_bytes')?.[0])
  if (!isUuid(id)) errors['upload_id'] = [uuidRequired('upload_id')]
  if (!Number.isInteger(bytes) || bytes < 1) errors['upload_bytes'] = [uploadBytes]
  return { id, bytes }
}

/** Reads the owner of the files, and adds its errors to `errors`. */
function parseTarget(fields: ReceivedForm['fields'], errors: FieldErrors): UploadTarget {
  const id = fields.get('media_attachable_id')?.[0]?.trim() ?? ''
  const type = fields.get('media_attachable_type')?.[0] ?? 'VeterinaryRecordAnimal'
  if (type !== 'VeterinaryRecordAnimal' && type !== 'Sample') errors['media_attachable_type'] = [photoOwnerType]
  if (!isUuid(id))
    errors['media_attachable_id'] = [type === 'Sample' ? sampleRequired : texts.validation.animalRequired]
  // cast: used only if there are no errors
  return type === 'Sample'
    ? { type, id: id.toLowerCase() as SampleId }
    : { type: 'VeterinaryRecordAnimal', id: id.toLowerCase() as AnimalId }
}

/** The ids chosen by the client, in the order of the files. They are empty for files without one. */
export const parseIds = (fields: ReceivedForm['fields']): string[] =>
  (fields.get('id') ?? fields.get('ids') ?? []).map((id) => id.trim().toLowerCase())

function idAt(ids: string[], index: number): PhotoId | undefined {
  const id = ids[index] ?? ''
  return isUuid<PhotoId>(id) ? id : undefined
}

/** The owner of an upload in progress; undefined until it was sent. @throws invalid */
export function parseTargetIfSent(fields: ReceivedForm['fields']): UploadTarget | undefined {
  if (!fields.has('media_attachable_id')) return undefined
  const errors: FieldErrors = {}
  const target = parseTarget(fields, errors)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return target
}
