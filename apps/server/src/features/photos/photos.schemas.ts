import { constants } from '@chisholm/domain/constants'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Photo } from '@chisholm/domain/schemas/post-mortems'
import { Type } from 'typebox'
import type { PhotoId } from '../../database/ids.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { SuccessMessage } from '../../http/success-reply.ts'
import { PhotoBody, photoChangeExamples } from './parse-photo-body.ts'
import { uploadExamples, UploadSchema } from './parse-upload.ts'

export const photoListRules = {
  filters: { media_attachable_type: 'exact', media_attachable_id: 'id' },
  sorts: ['created_at', 'name'],
  sort: 'created_at',
  perPage: constants.photosPageSize,
  examples: { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: exampleIds.animal },
} as const

/** Describes who may change or delete a photo of a completed ticket. */
const ofIssuedReport =
  'A photo that the newest report of a completed ticket has: veterinarians only while an amendment is open (409); what an Admin changes is issued at once as an amended report. Photos added after the report: vet roles, without a new version.'

const onePhoto = {
  versioned: true,
  params: idParameter<PhotoId>(),
  examples: { photo: { id: exampleIds.photo } },
}

export const photoSchemas = {
  list: { operationId: 'listMedias', summary: 'A page of photos', ...listSchema(Photo, photoListRules) },
  upload: {
    operationId: 'createMedias',
    summary: 'Upload photos of an animal, or files with the results of a sample',
    multipart: UploadSchema,
    requiredFields: ['media_attachable_id'],
    problemStatuses: [404, 409, 429],
    examples: uploadExamples,
    response: { 201: Type.Object({ success: Type.Boolean(), message: Type.String(), data: Type.Array(Photo) }) },
  },
  get: { operationId: 'getMedia', summary: 'One photo', ...onePhoto, response: { 200: ItemResponse(Photo) } },
  change: {
    operationId: 'changeMedia',
    summary: 'Change slot, caption or markup of a photo',
    description: ofIssuedReport,
    problemStatuses: [409],
    ...onePhoto,
    body: PhotoBody,
    examples: photoChangeExamples,
    response: { 200: ItemResponse(Photo) },
  },
  remove: {
    operationId: 'deleteMedia',
    summary: 'Delete a photo',
    description: ofIssuedReport,
    problemStatuses: [409],
    ...onePhoto,
    response: { 200: SuccessMessage },
  },
}
