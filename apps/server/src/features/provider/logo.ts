import { rm } from 'node:fs/promises'
import { constants, limits } from '@chisholm/domain/constants'
import { newId } from '../../database/ids.ts'
import type { Context } from '../../http/context.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { FileMissingError } from '../../storage/file-missing-error.ts'
import { ImageRejectedError, processImage } from '../../storage/process-image.ts'
import { loadSharp } from '../../storage/load-sharp.ts'
import { logoTexts } from './logo-texts.ts'
import { requireMayChange } from './provider.ts'

const { maxBytes, maxPixels, width, height } = constants.provider.logo

export const logoLimits = {
  fileBytes: maxBytes,
  tooLarge: () => logoTexts.tooLarge,
  files: 1,
  tooMany: () => invalid({ image: [logoTexts.required] }),
  fields: 5,
}

/**
 * Encodes a logo again, without metadata and small enough for e-mails and pages, and stores it.
 * @returns its storage key, which no row references yet
 * @throws forbidden        the user is not an Admin
 * @throws tooMany          the user has sent too many logos
 * @throws notAcceptedType  by its content the file is neither JPEG nor PNG
 * @throws invalid          there is no file, or it is damaged or too large
 */
export async function storeLogo(ctx: Context, file: { path: string } | undefined): Promise<string> {
  requireMayChange(ctx)
  if (!file) throw invalid({ image: [logoTexts.required] })
  await consumeRateLimit(ctx.db, ['upload', ctx.person.id], limits.uploads)
  const image = await processImage(file.path, ctx.storage, ctx.person.id, ['jpeg', 'png']).catch((error: unknown) => {
    throw error instanceof ImageRejectedError ? toRejection(error) : error
  })
  try {
    if (image.width * image.height > maxPixels) throw invalid({ image: [logoTexts.tooLarge] })
    const sharp = await loadSharp()
    const resized = sharp(image.image).resize({ width, height, fit: 'inside', withoutEnlargement: true })
    const isPng = image.type === 'image/png'
    const bytes = await (isPng ? resized.png({ compressionLevel: 9 }) : resized.jpeg({ quality: 85 })).toBuffer()
    const key = `logos/${newId()}.${isPng ? 'png' : 'jpg'}`
    await ctx.storage.put(key, bytes)
    return key
  } finally {
    await Promise.all([image.image, image.thumbnail].map((path) => rm(path, { force: true })))
  }
}

function toRejection({ reason }: ImageRejectedError): AppError {
  if (reason === 'type')
    return new AppError('not-accepted-type', logoTexts.type, { errors: { image: [logoTexts.type] } })
  return invalid({ image: [reason === 'broken' ? logoTexts.broken : logoTexts.tooLarge] })
}

/** The path that serves the logo with this key. Null if there is no logo. */
export const logoPath = (key: string | null): string | null => key && `/files/${key}`

/** @returns null if the file of the logo is missing */
export async function readLogo({ storage }: Pick<Context, 'storage'>, key: string): Promise<Buffer | null> {
  try {
    return await storage.get(key)
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}
