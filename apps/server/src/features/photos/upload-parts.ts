import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, limits } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { PhotoId } from '../../database/ids.ts'
import type { Context } from '../../http/context.ts'
import { invalid, notFound } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { photoByIdIncludingDeleted } from './photos.queries.ts'
import { sampleFileByIdIncludingDeleted } from './sample-files.queries.ts'
import { isFromUpload } from './uploaded-before.ts'
import { FileMissingError } from '../../storage/file-missing-error.ts'
import { writeNewFile } from '../../storage/write-new-file.ts'

const { maxBytes, partBytes } = constants.photo
const maxParts = Math.ceil(maxBytes / partBytes)

/**
 * Parts are files in the storage under the sender's id, so that every server can read them. The nightly job removes old
 * ones.
 */
const keyOf = ({ person }: Context, uploadId: string, number: number) => `uploads/${person.id}-${uploadId}-${number}`

/** @throws tooMany  too many parts lately; notFound  the user sees no site */
export async function requireMaySendPart(ctx: Context): Promise<void> {
  await consumeRateLimit(ctx.db, ['upload part', ctx.person.id], limits.uploadParts)
  if (ctx.person.sites.ids?.length === 0) throw notFound()
}

/** Whether an upload has become a photo or file with its id, so that its parts are gone. */
export async function isSavedUpload(ctx: Context, uploadId: string): Promise<boolean> {
  // cast: it is the id of no photo if nothing with it is saved
  const id = uploadId as PhotoId
  const found = (await photoByIdIncludingDeleted(ctx.db, id)) ?? (await sampleFileByIdIncludingDeleted(ctx.db, id))
  return found !== undefined && isFromUpload(ctx, found, uploadId)
}

/** Stores one part of an upload; a repeated one replaces itself. @throws invalid  the number is out of range */
export async function storePart(ctx: Context, uploadId: string, number: string, file: string | undefined) {
  const position = /^\d{1,2}$/.test(number) ? Number(number) : maxParts
  if (position >= maxParts) throw invalid({ number: [serverTexts.validation.partNumber(maxParts - 1)] })
  if (file === undefined) throw invalid({ part: [serverTexts.validation.partRequired] })
  await ctx.storage.putFile(keyOf(ctx, uploadId, position), file)
}

/** Returns the progress of an upload: its parts up to the first gap. */
export async function readUpload(ctx: Context, uploadId: string): Promise<{ parts: number; bytes: number }> {
  let bytes = 0
  for (let parts = 0; parts < maxParts; parts++) {
    try {
      bytes += (await ctx.storage.stat(keyOf(ctx, uploadId, parts))).bytes
    } catch (thrown) {
      if (thrown instanceof FileMissingError) return { parts, bytes }
      throw thrown
    }
  }
  return { parts: maxParts, bytes }
}

/**
 * Calls `work` with the complete file of an upload, which exists until `work` ends. The parts are removed after
 * success.
 * @throws invalid  the upload is incomplete; the error says how much arrived
 */
export async function withUploadedFile<Result>(
  ctx: Context,
  { id, bytes }: { id: string; bytes: number },
  work: (file: { path: string; sha256: Buffer }) => Promise<Result>,
): Promise<Result> {
  const received = await readUpload(ctx, id)
  if (received.bytes !== bytes)
    throw invalid({ upload_id: [serverTexts.validation.uploadIncomplete(received.bytes, bytes)] })
  if (bytes > maxBytes) throw invalid({ upload_bytes: [texts.validation.photoTooLarge] })
  const path = await ctx.storage.tempPath()
  try {
    const hash = createHash('sha256')
    const joined = async function* () {
      for (let part = 0; part < received.parts; part++)
        for await (const chunk of await ctx.storage.stream(keyOf(ctx, id, part))) {
          hash.update(chunk)
          yield chunk
        }
    }
    await writeNewFile(path, (file) => pipeline(joined, file))
    const result = await work({ path, sha256: hash.digest() })
    await Promise.allSettled(
      Array.from({ length: received.parts }, (_, part) => ctx.storage.remove(keyOf(ctx, id, part))),
    )
    return result
  } finally {
    await rm(path, { force: true })
  }
}
