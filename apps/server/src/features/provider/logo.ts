import { rm } from 'node:fs/promises'
import { constants, limits } from '@chisholm/domain/constants'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../http/context.ts'
import { Failure, invalid } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import { FileMissing } from '../../storage/file-missing.ts'
import { PictureRefused, readPicture } from '../../storage/pictures.ts'
import { loadSharp } from '../../storage/sharp.ts'
import { logoTexts } from './logo-texts.ts'
import { requireMayChange } from './provider.ts'

const { maxBytes, maxPixels, width, height } = constants.provider.logo

/** What the upload of a logo may hold. */
export const logoLimits = {
  fileBytes: maxBytes,
  tooLarge: () => logoTexts.tooLarge,
  files: 1,
  tooMany: () => invalid({ image: [logoTexts.required] }),
  fields: 5,
}

/**
 * Keeps a logo in the storage: encoded anew, without metadata, small enough for every mail and page.
 * @returns its key, which no row names yet
 * @throws forbidden, too-many; not-accepted-type  no JPEG or PNG by its content; invalid  none, damaged or too large
 */
export async function keepLogo(ctx: Context, file: { path: string } | undefined): Promise<string> {
  requireMayChange(ctx)
  if (!file) throw invalid({ image: [logoTexts.required] })
  await takeTurn(ctx.db, ['upload', ctx.person.id], limits.uploads)
  const picture = await readPicture(file.path, ctx.storage, ctx.person.id).catch((thrown: unknown) => {
    throw thrown instanceof PictureRefused ? refusal(thrown) : thrown
  })
  try {
    if (picture.width * picture.height > maxPixels) throw invalid({ image: [logoTexts.tooLarge] })
    const sharp = await loadSharp()
    const fitted = sharp(picture.image).resize({ width, height, fit: 'inside', withoutEnlargement: true })
    const isPng = picture.type === 'image/png'
    const bytes = await (isPng ? fitted.png({ compressionLevel: 9 }) : fitted.jpeg({ quality: 85 })).toBuffer()
    const key = `logos/${uuidv7()}.${isPng ? 'png' : 'jpg'}`
    await ctx.storage.put(key, bytes)
    return key
  } finally {
    await Promise.all([picture.image, picture.thumbnail].map((path) => rm(path, { force: true })))
  }
}

function refusal({ reason }: PictureRefused): Failure {
  if (reason === 'type')
    return new Failure('not-accepted-type', logoTexts.type, { errors: { image: [logoTexts.type] } })
  return invalid({ image: [reason === 'broken' ? logoTexts.broken : logoTexts.tooLarge] })
}

/** Where anybody finds the logo of this key; null without one. */
export const logoPath = (key: string | null): string | null => key && `/files/${key}`

/** Reads a logo; null when its file is gone. */
export async function readLogo({ storage }: Pick<Context, 'storage'>, key: string): Promise<Buffer | null> {
  try {
    return await storage.get(key)
  } catch (thrown) {
    if (thrown instanceof FileMissing) return null
    throw thrown
  }
}
