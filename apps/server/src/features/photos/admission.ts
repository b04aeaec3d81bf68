import type { FastifyRequest } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { PhotoId } from '../../database/ids.ts'
import { isUuid } from '../../http/bodies.ts'
import { Failure } from '../../http/failures.ts'
import { wasAnswered } from '../../http/idempotency.ts'
import type { Admission, ReceivedForm } from '../../http/multipart.ts'
import { contextOf } from '../../http/sign-in.ts'
import { requireUpload } from './photos.ts'
import { knownPhotos } from './photos.queries.ts'
import { readAnimalEarly, readIds } from './upload.ts'

/** One whole upload: who names the animal last may send it, and no second one beside it. */
const mostUndecided = constants.photo.maxBytes * constants.photo.maxFiles
const retryAfter = 30
const held = new Map<string, number>()

/** Bytes on disk, by account, of uploads that have not named their animal yet. */
export const undecidedBytes = {
  /** @throws Failure too-many  the account has as much on disk as it may */
  take(account: string, bytes: number): void {
    const sum = (held.get(account) ?? 0) + bytes
    if (sum > mostUndecided) throw new Failure('too-many', texts.refusal.animalBeforeFiles, { retryAfter })
    held.set(account, sum)
  },
  giveBack(account: string, bytes: number): void {
    const left = (held.get(account) ?? 0) - bytes
    if (left > 0) held.set(account, left)
    else held.delete(account)
  },
}

/**
 * Judges an upload as soon as it has named its animal: permission, state and room of the ticket, before a file is written.
 * Until then, and where an answer kept under its key may be due, what is written counts for the account.
 */
export function admissionOf(request: FastifyRequest): Admission {
  const ctx = contextOf(request)
  const account = ctx.person.id
  let undecided = 0
  let requireRoom: ((photos: number) => void) | undefined
  const giveBack = () => {
    undecidedBytes.giveBack(account, undecided)
    undecided = 0
  }
  return {
    async decide(fields, files) {
      if (!requireRoom) {
        const animalId = readAnimalEarly(fields)
        if (animalId === undefined || (await wasAnswered(request))) return false
        requireRoom = await requireUpload(ctx, animalId)
        giveBack()
      }
      if (!(await areThere(request, fields, files))) requireRoom(files)
      return true
    },
    hold(bytes) {
      undecidedBytes.take(account, bytes)
      undecided += bytes
    },
    end: giveBack,
  }
}

/** Whether all files so far carry ids of photos that are there: sent again, they are no photos more. */
async function areThere({ house }: FastifyRequest, fields: ReceivedForm['fields'], files: number): Promise<boolean> {
  const ids = readIds(fields).filter(isUuid<PhotoId>)
  return ids.length >= files && (await knownPhotos(house.db, ids)) === ids.length
}
