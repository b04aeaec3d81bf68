import type { FastifyRequest } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { PhotoId } from '../../database/ids.ts'
import { isUuid } from '../../http/body-fields.ts'
import { AppError } from '../../http/app-error.ts'
import { hasStoredResponse } from '../../http/idempotency.ts'
import type { UploadAdmission, ReceivedForm } from '../../http/multipart.ts'
import type { Context } from '../../http/context.ts'
import { contextOf } from '../../http/authentication.ts'
import { checkUpload } from './photos.ts'
import { checkSampleUpload } from './sample-files.ts'
import { countExistingPhotos } from './photos.queries.ts'
import { parseIds, parseTargetIfSent, type UploadTarget } from './parse-upload.ts'

/**
 * The size of one full upload: a client that names the animal last may send one, but not two at the same time.
 */
const maxUndecidedBytes = constants.photo.maxBytes * constants.photo.maxFiles
const retryAfter = 30
const bytesByAccount = new Map<string, number>()

/** Bytes on disk, by account, of uploads that have not named their animal yet. */
export const undecidedBytes = {
  /** @throws tooMany  the account has reached the maximum */
  reserve(account: string, bytes: number): void {
    const sum = (bytesByAccount.get(account) ?? 0) + bytes
    if (sum > maxUndecidedBytes) throw new AppError('too-many', serverTexts.refusal.animalBeforeFiles, { retryAfter })
    bytesByAccount.set(account, sum)
  },
  release(account: string, bytes: number): void {
    const remaining = (bytesByAccount.get(account) ?? 0) - bytes
    if (remaining > 0) bytesByAccount.set(account, remaining)
    else bytesByAccount.delete(account)
  },
}

/** Checks whether files may be added to an animal or sample. @returns a check of how many */
export const checkTarget = (ctx: Context, target: UploadTarget): Promise<(files: number) => void> =>
  target.type === 'Sample' ? checkSampleUpload(ctx, target.id) : checkUpload(ctx, target.id)

/**
 * Checks an upload as soon as it has named its animal, before a file is written: permission, state and capacity of the
 * ticket. Until then, and while a stored response may be due, the bytes on disk count for the account.
 */
export function createUploadAdmission(request: FastifyRequest): UploadAdmission {
  const ctx = contextOf(request)
  const account = ctx.person.id
  let undecided = 0
  let requireCapacity: ((photos: number) => void) | undefined
  const releaseBytes = () => {
    undecidedBytes.release(account, undecided)
    undecided = 0
  }
  return {
    async check(fields, files) {
      if (!requireCapacity) {
        const target = parseTargetIfSent(fields)
        if (target === undefined || (await hasStoredResponse(request))) return false
        requireCapacity = await checkTarget(ctx, target)
        releaseBytes()
      }
      if (!(await areExistingPhotos(request, fields, files))) requireCapacity(files)
      return true
    },
    countBytes(bytes) {
      undecidedBytes.reserve(account, bytes)
      undecided += bytes
    },
    finish: releaseBytes,
  }
}

/** Whether all files so far have ids of existing photos: a repeated upload adds none. */
async function areExistingPhotos(
  { services }: FastifyRequest,
  fields: ReceivedForm['fields'],
  files: number,
): Promise<boolean> {
  const ids = parseIds(fields).filter(isUuid<PhotoId>)
  return ids.length >= files && (await countExistingPhotos(services.db, ids)) === ids.length
}
