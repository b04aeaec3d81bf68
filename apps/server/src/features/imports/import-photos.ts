import path from 'node:path'
import { type AnimalId, newId, type PhotoId } from '../../database/ids.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import { fingerprintOfFile } from '../../storage/file-integrity.ts'
import { tryToRemove } from '../../storage/remove-files.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import { insertPhotos, keysOfPhotos, type NewPhoto, storePhotos } from '../photos/index.ts'
import { importAuditEntry } from './import-audit-entry.ts'
import type { ImportContext } from './import-plan.ts'
import type { PlannedLine } from './import-post-mortems.ts'
import { importTexts } from './import-texts.ts'
import type { PhotoSource } from './photo-source.ts'

/** @param photos  the photos to which the file refers; null: none are imported */
export function createPhotoImporter(ctx: ImportContext, photos: PhotoSource | null) {
  const stored: NewPhoto[] = []
  return {
    /** Stores the photos that a line names, and inserts them for its animal. @throws invalid  see `storePhoto` */
    async importPhotos({ line, photos: names }: PlannedLine, animalId: AnimalId | undefined): Promise<void> {
      if (!photos || animalId === undefined || names.length === 0) return
      const rows: NewPhoto[] = []
      for (const name of names)
        rows.push(...(await photos.withFile(name, (file) => storePhoto(ctx, { line, animalId, name, file }))))
      stored.push(...rows)
      await insertPhotos(ctx.db, rows)
      await recordAuditEntries(
        ctx.db,
        ctx,
        rows.map(({ id, name, animal_id, bytes, width, height }) =>
          importAuditEntry('photo', { id, name, animal_id, bytes, width, height }),
        ),
      )
    },
    /** Removes the photo files that no row will reference. */
    discard: () => tryToRemove(ctx.storage, keysOfPhotos(stored)),
  }
}

/**
 * Stores one photo.
 * @throws invalid  the file is not an image that is accepted; the message names the line and the photo
 */
async function storePhoto(
  ctx: ImportContext,
  { line, animalId, name, file }: { line: number; animalId: AnimalId; name: string; file: string },
): Promise<NewPhoto[]> {
  const { hash } = await fingerprintOfFile(file)
  try {
    const upload = { id: newId<PhotoId>(), name: path.posix.basename(name).slice(0, 255), path: file, sha256: hash }
    return await storePhotos(ctx, animalId, [upload])
  } catch (error) {
    throw error instanceof AppError ? invalid({ file: [importTexts.rejectedPhoto(line, error.message)] }) : error
  }
}
