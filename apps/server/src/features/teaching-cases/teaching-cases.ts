import { constants } from '@chisholm/domain/constants'
import type { SharedCase, TeachingCase } from '@chisholm/domain/schemas/teaching-cases'
import { namesInText, seasonOf, validateTeachingCase } from '@chisholm/domain/teaching-cases'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { AnimalId, TeachingCaseId } from '../../database/ids.ts'
import { conflict, forbidden, invalid, notFound } from '../../http/app-error.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { canEver } from '@chisholm/domain/permissions'
import { lockAnimalAndPostMortem, requireAnimal } from '../animals/index.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { photoOfSignedAddress, type PhotoVariant } from '../photos/index.ts'
import * as queries from './teaching-cases.queries.ts'

type Services = Pick<Context, 'db' | 'provider'>
/** Builds the URL of the photo of a case. */
export type PhotoUrl = (id: TeachingCaseId, number: number, variant: PhotoVariant) => string

const showsPhotos = async ({ db, provider }: Services) => (await provider(db)).case_photos

type CaseRow = NonNullable<Awaited<ReturnType<typeof queries.caseById>>>

/** Presents only the diagnosis, the year and the season of the animal. */
const present = ({ day, latitude, photos, ...row }: CaseRow, isShown: boolean, url: PhotoUrl): TeachingCase => ({
  id: row.id,
  title: row.title,
  text: row.text,
  diagnosis: row.diagnosis,
  year: Number(day.slice(0, 4)),
  season: seasonOf(day, latitude),
  photos: isShown
    ? photos.map((number) => ({ image: url(row.id, number, 'image'), thumbnail: url(row.id, number, 'thumbnail') }))
    : [],
})

/** Lists the teaching cases, which all signed-in users can read. */
export async function listCases(ctx: Services, list: ListRequest, url: PhotoUrl) {
  const [{ total, rows }, isShown] = [await queries.readCasePage(ctx.db, list), await showsPhotos(ctx)]
  return { total, cases: rows.map((row) => present(row, isShown, url)) }
}

/** @throws notFound  it does not exist, or was withdrawn */
export async function readCase(ctx: Services, id: TeachingCaseId, url: PhotoUrl): Promise<TeachingCase> {
  const row = await queries.caseById(ctx.db, id)
  if (!row) throw notFound()
  return present(row, await showsPhotos(ctx), url)
}

/** @throws notFound  the case was withdrawn, the photo was not chosen or is deleted, or photos are disabled */
export async function readPhotoOfCase(ctx: Services, id: TeachingCaseId, number: number) {
  const photoId = (await showsPhotos(ctx)) ? await queries.photoOfCase(ctx.db, id, number) : undefined
  const photo = photoId && (await photoOfSignedAddress(ctx.db, photoId))
  if (!photo) throw notFound()
  // the file name must not be revealed, even if the file is lost
  return { ...photo, name: '' }
}

/**
 * @throws notFound   the user may not see the animal
 * @throws forbidden  a client
 */
export async function requireMayShare(ctx: Pick<Context, 'person' | 'db'>, animalId: AnimalId): Promise<void> {
  await requireAnimal(ctx, animalId)
  if (!canEver(ctx.person, 'case.share')) throw forbidden()
}

/** The teaching case of an animal, for its author. @throws like `requireMayShare` */
export async function readCaseOfAnimal(ctx: Context, animalId: AnimalId): Promise<SharedCase> {
  await requireMayShare(ctx, animalId)
  return presentShared(ctx, animalId)
}

async function presentShared({ db }: Pick<Context, 'db'>, animalId: AnimalId): Promise<SharedCase> {
  const found = await queries.caseOfAnimal(db, animalId)
  const nothing = { id: null, title: null, text: null, photo_ids: [] }
  // Only Admins see e-mail addresses of others (decisions.md section 4).
  const names = (await queries.namesOfAnimal(db, animalId)).flatMap(({ name, isEmail }) => (isEmail ? [] : name))
  return { ...(found ?? nothing), names }
}

export interface SentCase {
  title: string | null
  text: string | null
  /** The photos to show; undefined: unchanged. */
  photo_ids: string[] | undefined
  /** Whether the texts may contain identifying names. */
  names_confirmed: boolean
}

/**
 * Shares an animal of a completed ticket as a teaching case, or changes it.
 * @throws conflict  the ticket is not completed, there is no issued diagnosis, or the practice shows no photos
 * @throws stale     the case has changed
 * @throws invalid   a text is missing or contains identifying names, or a photo is of another animal
 */
export async function shareCase(
  ctx: WriteContext,
  animalId: AnimalId,
  { title, text, photo_ids, names_confirmed }: SentCase,
  expected: IfMatch,
): Promise<void> {
  await lockAnimalAndPostMortem(ctx, animalId, 'case.share')
  const { names, ...before } = await presentShared(ctx, animalId)
  requireContentMatch(expected, { ...before, names })
  if (!(await queries.hasIssuedDiagnosis(ctx.db, animalId)))
    throw conflict(serverTexts.refusal.teachingCaseNeedsDiagnosis)
  const errors = validateTeachingCase({ title, text })
  if (title === null || text === null || Object.keys(errors).length > 0) throw invalid(errors)
  if (!names_confirmed) {
    const all = await queries.namesOfAnimal(ctx.db, animalId)
    requireNoNames(
      { title, text },
      all.map(({ name }) => name),
    )
  }
  if (photo_ids && photo_ids.length > 0) await requirePhotosOf(ctx, animalId, photo_ids)
  await queries.writeCase(ctx.db, animalId, { title: title.trim(), text: text.trim() }, photo_ids)
  const { names: _, ...after } = await presentShared(ctx, animalId)
  if (JSON.stringify(after) === JSON.stringify(before)) return
  const action = before.id === null ? 'teaching case shared' : 'teaching case changed'
  await recordAudit(ctx.db, ctx, {
    action,
    subject: { type: 'animal', id: animalId },
    before: before.id ? before : null,
    after,
  })
}

function requireNoNames(fields: { title: string; text: string }, names: string[]): void {
  const found = Object.entries(fields).flatMap(([field, text]) => {
    const matches = namesInText(text, names)
    return matches.length > 0 ? [[field, [serverTexts.validation.teachingCaseNames(matches.join(', '))]]] : []
  })
  if (found.length > 0) throw invalid(Object.fromEntries(found))
}

async function requirePhotosOf(ctx: WriteContext, animalId: AnimalId, ids: string[]): Promise<void> {
  if (!(await showsPhotos(ctx))) throw conflict(serverTexts.refusal.teachingCasePhotosOff)
  const { photosMax } = constants.teachingCase
  const isKnown = ids.length <= photosMax && (await queries.countPhotosOf(ctx.db, animalId, ids)) === ids.length
  if (!isKnown) throw invalid({ photo_ids: [serverTexts.validation.teachingCasePhotos(photosMax)] })
}

/**
 * Withdraws the teaching case of an animal.
 * @throws notFound  it has none, or the user may not see the animal; stale  the case has changed
 */
export async function withdrawCase(ctx: WriteContext, animalId: AnimalId, expected: IfMatch): Promise<void> {
  await lockAnimalAndPostMortem(ctx, animalId, 'case.share')
  const { names, ...before } = await presentShared(ctx, animalId)
  if (before.id === null) throw notFound()
  requireContentMatch(expected, { ...before, names })
  await queries.deleteCase(ctx.db, animalId)
  await recordAudit(ctx.db, ctx, {
    action: 'teaching case withdrawn',
    subject: { type: 'animal', id: animalId },
    before,
  })
}
