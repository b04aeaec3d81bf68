import type { FastifyRequest } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { Type } from 'typebox'
import { type AnimalId, newId, type PhotoId } from '../../database/ids.ts'
import { isUuid } from '../../http/body-fields.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { type FieldErrors, invalid } from '../../http/app-error.ts'
import { idsToCreate } from '../../http/idempotency.ts'
import type { ReceivedForm } from '../../http/multipart.ts'
import type { UploadedFile } from './photos.ts'

interface ParsedUpload {
  animalId: AnimalId
  files: UploadedFile[]
}

const arrayOf = (description: string, schema = Type.String()) => Type.Array(schema, { description })

/** The fields of an upload as the API's document tells them; each may come once or several times. */
export const UploadSchema = Type.Object({
  image: arrayOf(
    'JPEG or PNG by content, 20 MB a file.',
    Type.String({ contentMediaType: 'application/octet-stream' }),
  ),
  name: Type.Optional(arrayOf('Names in the order of the images, or one for all.')),
  id: Type.Optional(arrayOf('Ids one chooses, in the order of the images.', Type.String({ format: 'uuid' }))),
  media_attachable_type: Type.Optional(Type.Literal('VeterinaryRecordAnimal')),
  media_attachable_id: Type.String({
    format: 'uuid',
    description:
      'The animal; sent before the images, an upload that has to be refused is refused before they are sent.',
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

const { maxBytes, maxFiles } = constants.photo

/** What an upload may hold. */
export const uploadLimits = {
  fileBytes: maxBytes,
  tooLarge: (name: string) => `${name}: ${texts.validation.photoTooLarge}`,
  files: maxFiles,
  tooMany: () => invalid({ image: [texts.validation.photoTooMany] }),
  fields: 60,
}

/**
 * Reads an upload: `image` one or many, `name`, `media_attachable_type`, `media_attachable_id`, `id`s.
 * @throws invalid  no file, or an animal that is not named
 */
export function parseUpload(request: FastifyRequest, { fields, files }: ReceivedForm): ParsedUpload {
  const errors: FieldErrors = {}
  if (files.length === 0) errors['image'] = [texts.validation.photoRequired]
  const animalId = parseAnimalId(fields, errors)
  const sent = parseIds(fields)
  const ids = sent.filter(isUuid<PhotoId>)
  if (ids.length < sent.length) errors['id'] = ['id must be a UUID.']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const names = fields.get('name') ?? []
  const newIds = idsToCreate<PhotoId>(request, files.length)
  return {
    animalId,
    files: files.map(({ name, path, sha256 }, index) => ({
      id: ids[index] ?? newIds[index] ?? newId<PhotoId>(),
      name: (names[index] || names[0] || name || 'photo').slice(0, 255),
      path,
      sha256,
    })),
  }
}

/** The animal of an upload; what is wrong with it is added to `errors`. */
function parseAnimalId(fields: ReceivedForm['fields'], errors: FieldErrors): AnimalId {
  const animalId = fields.get('media_attachable_id')?.[0]?.trim() ?? ''
  const type = fields.get('media_attachable_type')?.[0] ?? 'VeterinaryRecordAnimal'
  if (type !== 'VeterinaryRecordAnimal')
    errors['media_attachable_type'] = ['media_attachable_type must be VeterinaryRecordAnimal.']
  if (!isUuid(animalId)) errors['media_attachable_id'] = ['Please choose an animal.']
  // cast: used only where there is no error
  return animalId.toLowerCase() as AnimalId
}

/** The ids a caller chose. */
export const parseIds = (fields: ReceivedForm['fields']): string[] =>
  (fields.get('id') ?? fields.get('ids') ?? []).map((id) => id.trim().toLowerCase()).filter(Boolean)

/** The animal of an upload that still comes; undefined until it is named. @throws invalid */
export function parseAnimalIdIfSent(fields: ReceivedForm['fields']): AnimalId | undefined {
  if (!fields.has('media_attachable_id')) return undefined
  const errors: FieldErrors = {}
  const animalId = parseAnimalId(fields, errors)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return animalId
}
