import type { Photo } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnimalId, PhotoId, SampleId } from '../../database/ids.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { receiveMultipart } from '../../http/multipart.ts'
import { checkTarget, createUploadAdmission } from './check-upload-early.ts'
import { parseUpload, type ParsedUpload, type UploadTarget, uploadLimits } from './parse-upload.ts'
import { presentPhoto, presentSampleFile } from './photo-presenter.ts'
import {
  addPhotos,
  keysOfPhotos,
  photoOfUpload,
  readUnreferencedKeys,
  requireMayUpload,
  storePhotos,
  type UploadedFile,
} from './photos.ts'
import type { PhotoRow } from './photos.queries.ts'
import { removeUnreferencedAfter } from './remove-unreferenced.ts'
import {
  addSampleFiles,
  keysOfFiles,
  readUnreferencedFileKeys,
  sampleFileOfUpload,
  storeSampleFiles,
} from './sample-files.ts'
import type { SampleFileRow } from './sample-files.queries.ts'
import { withUploadedFile } from './upload-parts.ts'

/** A request that uploads files, and its reply. */
interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface UploadReply {
  success: boolean
  message: string
  data: Photo[]
}

/** Receives files in a form, or those of an upload in parts, and adds them to an animal or a sample. */
export async function receiveUpload(request: FastifyRequest, reply: FastifyReply): Promise<UploadReply> {
  await requireMayUpload(contextOf(request))
  const options = { ...uploadLimits, admission: createUploadAdmission(request) }
  return receiveMultipart(request, reply, options, (form) => addUpload({ request, reply }, parseUpload(request, form)))
}

async function addUpload(exchange: Exchange, { target, files, upload }: ParsedUpload): Promise<UploadReply> {
  const ctx = contextOf(exchange.request)
  if (!upload) {
    await checkTarget(ctx, target)
    return addFiles(exchange, target, files)
  }
  try {
    await checkTarget(ctx, target)
    return await withUploadedFile(ctx, upload, (assembled) =>
      addFiles(
        exchange,
        target,
        files.map((file) => ({ ...file, ...assembled, uploadId: upload.id })),
      ),
    )
  } catch (thrown) {
    const repeated = await answerRepeated(exchange, target, { id: files[0]?.id, uploadId: upload.id })
    if (repeated) return repeated
    throw thrown
  }
}

const addFiles = (exchange: Exchange, target: UploadTarget, files: UploadedFile[]) =>
  target.type === 'Sample' ? addToSample(exchange, target.id, files) : addToAnimal(exchange, target.id, files)

async function addToAnimal(exchange: Exchange, animalId: AnimalId, files: UploadedFile[]): Promise<UploadReply> {
  const { request, reply } = exchange
  const ctx = contextOf(request)
  const stored = await storePhotos(ctx, animalId, files)
  const storedFiles = { keys: keysOfPhotos(stored), readUnreferenced: () => readUnreferencedKeys(ctx, stored) }
  return removeUnreferencedAfter(ctx.storage, storedFiles, () =>
    handleWrite(request, reply, async (ctx) => answerPhotos(exchange, await addPhotos(ctx, animalId, stored))),
  )
}

async function addToSample(exchange: Exchange, sampleId: SampleId, files: UploadedFile[]): Promise<UploadReply> {
  const { request, reply } = exchange
  const ctx = contextOf(request)
  const stored = await storeSampleFiles(ctx, sampleId, files)
  const keys = keysOfFiles(stored)
  const storedFiles = { keys, readUnreferenced: () => readUnreferencedFileKeys(ctx, keys) }
  return removeUnreferencedAfter(ctx.storage, storedFiles, () =>
    handleWrite(request, reply, async (ctx) =>
      answerSampleFiles(exchange, await addSampleFiles(ctx, sampleId, stored)),
    ),
  )
}

/** The response to a request that was sent before, if it created this file: the parts of its upload are gone. */
async function answerRepeated(
  exchange: Exchange,
  target: UploadTarget,
  { id, uploadId }: { id: PhotoId | undefined; uploadId: string },
): Promise<UploadReply | null> {
  if (id === undefined) return null
  const ctx = contextOf(exchange.request)
  if (target.type === 'Sample') {
    const file = await sampleFileOfUpload(ctx, target.id, id, uploadId)
    return file && answerSampleFiles(exchange, [file])
  }
  const photo = await photoOfUpload(ctx, target.id, id, uploadId)
  return photo && answerPhotos(exchange, [photo])
}

async function answerPhotos({ request, reply }: Exchange, photos: PhotoRow[]): Promise<UploadReply> {
  reply.status(201)
  const data = await Promise.all(photos.map((photo) => presentPhoto(request, photo)))
  return { success: true, message: texts.success.photoSaved, data }
}

async function answerSampleFiles({ request, reply }: Exchange, files: SampleFileRow[]): Promise<UploadReply> {
  reply.status(201)
  const data = await Promise.all(files.map((file) => presentSampleFile(request, file)))
  return { success: true, message: texts.success.fileSaved, data }
}
