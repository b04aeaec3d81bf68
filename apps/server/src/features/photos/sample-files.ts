import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { constants } from '@chisholm/domain/constants'
import { isVet } from '@chisholm/domain/permissions'
import { serverTexts } from '@chisholm/domain/server-texts'
import { newId, type PhotoId, type SampleId } from '../../database/ids.ts'
import { iteratePages } from '../../database/iterate-pages.ts'
import { AppError, conflict, idInUse, invalid, notFound } from '../../http/app-error.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireVersionMatch } from '../../http/etag.ts'
import { type Damage, checkFile, type ExpectedFile, fingerprintOfFile } from '../../storage/file-integrity.ts'
import { canBeDecoded, processImage } from '../../storage/process-image.ts'
import { removeAfterFailure } from '../../storage/remove-files.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import {
  lockSample,
  markResultArrived,
  readSample,
  requireMayWriteSample,
  afterResultFileDeleted,
} from '../samples/index.ts'
import { lockMediaIds, photoByIdIncludingDeleted } from './photos.queries.ts'
import { rejectImage, type UploadedFile } from './photos.ts'
import { openIfIntact } from './photo-files.ts'
import * as queries from './sample-files.queries.ts'
import { isFromUpload, isSameUpload } from './uploaded-before.ts'

const pdfType = 'application/pdf'
const { filesMax } = constants.sample

type FileContext = Pick<Context, 'db' | 'storage'>

/**
 * Checks early for reasons to reject the upload, before the files are processed.
 * @throws notFound, forbidden  as when changing a sample
 */
export async function checkSampleUpload(ctx: Context, id: SampleId): Promise<(files: number) => void> {
  await requireMayWriteSample(ctx, id)
  const present = await queries.countSampleFiles(ctx.db, id)
  return (files) => {
    if (present + files > filesMax) throw conflict(serverTexts.refusal.sampleIsFull(filesMax))
  }
}

/**
 * Stores the files of an upload under unique keys: PDFs unchanged, images like photos. They are stored before the
 * transaction that references them; a rejected upload leaves none.
 * @throws not-accepted-type, invalid  a file is of no accepted type by its content, or damaged; the text names it
 */
export async function storeSampleFiles(
  ctx: Context,
  sampleId: SampleId,
  files: UploadedFile[],
): Promise<queries.NewSampleFile[]> {
  const stored: queries.NewSampleFile[] = []
  try {
    for (const file of files) {
      const base = { id: file.id, sample_id: sampleId, created_by_id: ctx.person.id, content_hash: file.sha256 }
      stored.push({ ...base, upload_id: file.uploadId ?? null, ...(await storeFile(ctx, file)) })
    }
    return stored
  } catch (error) {
    await removeAfterFailure(ctx.storage, keysOfFiles(stored), error)
    throw error
  }
}

async function storeFile(ctx: Context, file: UploadedFile) {
  const key = `reports/${file.id}-${newId()}`
  if (await isPdf(file)) {
    const { hash, bytes } = await fingerprintOfFile(file.path)
    await ctx.storage.putFile(`${key}.pdf`, file.path)
    return { name: nameOfPdf(file.name), type: pdfType, file_key: `${key}.pdf`, file_hash: hash, bytes } as const
  }
  const { image, thumbnail, bytes, width, height, type } = await processImage(
    file.path,
    ctx.storage,
    ctx.person.id,
  ).catch((error: unknown) => rejectImage(error, file.name, serverTexts.validation.sampleFileType))
  try {
    const file_key = `${key}.${type === 'image/png' ? 'png' : 'jpg'}`
    const { hash } = await fingerprintOfFile(image)
    await ctx.storage.putFile(file_key, image)
    return { name: file.name, type, file_key, file_hash: hash, bytes, width, height }
  } finally {
    await Promise.all([image, thumbnail].map((path) => rm(path, { force: true })))
  }
}

const nameOfPdf = (name: string) => (/\.pdf$/i.test(name) ? name : `${name.slice(0, 251)}.pdf`)

/** Whether a file is a PDF by its content. @throws invalid  the PDF is truncated */
async function isPdf({ path, name }: UploadedFile): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (position: number) =>
      (await file.read(Buffer.alloc(1024), 0, 1024, Math.max(0, position))).buffer.toString('latin1')
    if (!(await read(0)).startsWith('%PDF-')) return false
    if (!(await read(size - 1024)).includes('%%EOF'))
      throw invalid({ image: [`${name}: ${serverTexts.validation.pdfBroken}`] })
    return true
  } finally {
    await file.close()
  }
}

/** The storage keys of files. */
export const keysOfFiles = (files: Pick<queries.NewSampleFile, 'file_key'>[]) => files.map(({ file_key }) => file_key)

/** Reads which stored files no row references. */
export async function readUnreferencedFileKeys({ db }: Pick<Context, 'db'>, keys: string[]): Promise<string[]> {
  const referenced = await queries.referencedSampleFiles(db, keys)
  return keys.filter((key) => !referenced.has(key))
}

/**
 * Adds files to a sample, all of them or none. One with the same id and content is added once. The first one is a
 * result: if none arrived before, it arrives now.
 * @throws notFound, forbidden  as when changing a sample
 * @throws conflict  an id is in use for something else, or the sample would have too many files
 */
export async function addSampleFiles(
  ctx: WriteContext,
  sampleId: SampleId,
  files: queries.NewSampleFile[],
): Promise<queries.SampleFileRow[]> {
  const sample = await lockSample(ctx, sampleId, null)
  await lockMediaIds(
    ctx.db,
    files.map(({ id }) => id),
  )
  const added = []
  for (const file of files) if (await insertOnce(ctx, file)) added.push(file)
  if ((await queries.countSampleFiles(ctx.db, sampleId)) > filesMax)
    throw conflict(serverTexts.refusal.sampleIsFull(filesMax))
  if (added.length > 0) await markResultArrived(ctx, sample)
  const rows = []
  for (const { id } of files) rows.push(await requireSampleFile(ctx, id))
  return rows
}

/** The file that the user added to a sample before, from this upload in parts; null if there is none. */
export async function sampleFileOfUpload(
  ctx: Context,
  sampleId: SampleId,
  id: PhotoId,
  uploadId: string,
): Promise<queries.SampleFileRow | null> {
  const found = await queries.sampleFileByIdIncludingDeleted(ctx.db, id)
  return found?.sample_id === sampleId && isFromUpload(ctx, found, uploadId) ? requireSampleFile(ctx, id) : null
}

/** @returns false if the file already exists */
async function insertOnce(ctx: WriteContext, file: queries.NewSampleFile): Promise<boolean> {
  if (await photoByIdIncludingDeleted(ctx.db, file.id)) throw idInUse()
  if (!(await queries.insertSampleFile(ctx.db, file))) {
    const existing = await queries.sampleFileByIdIncludingDeleted(ctx.db, file.id)
    if (existing?.sample_id !== file.sample_id || !isSameUpload(ctx, existing, file)) throw idInUse()
    return false
  }
  await recordAudit(ctx.db, ctx, {
    action: 'result file added',
    subject: { type: 'sample', id: file.sample_id },
    after: {
      name: file.name,
      bytes: file.bytes,
    },
  })
  return true
}

/** Reads a file of a sample that the user may see. @throws notFound */
export async function requireSampleFile(ctx: Context, id: PhotoId): Promise<queries.SampleFileRow> {
  const file = await queries.sampleFileById(ctx.db, id)
  if (!file) throw notFound()
  await readSample(ctx, file.sample_id)
  return file
}

/** Lists files of samples: clients see those of tickets with an issued opinion. @returns one page and the total */
export const listSampleFiles = (
  { db, person }: Context,
  sampleIds: SampleId[] | null,
  list: Parameters<typeof queries.readSampleFilePage>[3],
) => queries.readSampleFilePage(db, { sites: person.sites, onlyIssued: !isVet(person) }, sampleIds, list)

export const sampleFileVersion = ({ created_at }: queries.SampleFileRow) => created_at.getTime()

/** Soft-deletes a file of a sample. @throws notFound, forbidden, stale  as when changing a sample */
export async function deleteSampleFile(ctx: WriteContext, id: PhotoId, expected: IfMatch): Promise<void> {
  const { sample_id } = await requireSampleFile(ctx, id)
  const sample = await lockSample(ctx, sample_id, null)
  const file = await requireSampleFile(ctx, id)
  requireVersionMatch(expected, sampleFileVersion(file))
  await queries.markSampleFileDeleted(ctx.db, id)
  await afterResultFileDeleted(ctx, sample)
  await recordAudit(ctx.db, ctx, {
    action: 'result file deleted',
    subject: { type: 'sample', id: sample_id },
    before: { name: file.name },
  })
}

const expectedFile = ({ file_key, file_hash, bytes }: queries.SampleFileRow): ExpectedFile => ({
  key: file_key,
  hash: file_hash,
  bytes,
  isComplete: canBeDecoded,
})

/** Whether an id of a media item is that of a sample's file, and not of a photo. */
export const isSampleFile = async ({ db }: Pick<Context, 'db'>, id: PhotoId): Promise<boolean> =>
  (await queries.sampleFileById(db, id)) !== undefined

/** Opens a file to be sent. @throws notFound  it is lost or truncated; the text names it */
export async function openSampleFile(services: FileContext, file: queries.SampleFileRow): Promise<Readable> {
  const stream = await openIfIntact(services, expectedFile(file))
  if (!stream) throw new AppError('not-found', serverTexts.refusal.fileLost(file.name))
  return stream
}

/** Verifies every file of a sample. @param onChecked  called with the result of each */
export async function checkSampleFiles(
  { db, storage }: FileContext,
  onChecked: (file: { key: string; name: string; damage: Damage | null }) => void,
): Promise<void> {
  for await (const file of iteratePages((after: PhotoId, count) => queries.nextSampleFiles(db, after, count))) {
    const { damage } = await checkFile(storage, expectedFile(file))
    onChecked({ key: file.file_key, name: file.name, damage })
  }
}
