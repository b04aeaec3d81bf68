import type { Readable } from 'node:stream'
import type { PhotoId } from '../../database/ids.ts'
import { notFound } from '../../http/app-error.ts'
import type { Services } from '../../services.ts'
import { openImage, storedFileOf } from './photo-files.ts'
import { photoOfSignedAddress } from './photos.queries.ts'
import { openSampleFile } from './sample-files.ts'
import { sampleFileById } from './sample-files.queries.ts'
import type { PhotoVariant } from './signed-url.ts'

/** A file to be sent, with its content type and the name under which it is saved. */
interface OpenedMedia {
  stream: Readable
  type: string
  downloadName?: string
}

/**
 * Opens a photo or the file of a sample, for whoever has a signed URL.
 * @throws notFound  there is no such file, or it is lost
 */
export async function openMedia(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  id: PhotoId,
  variant: PhotoVariant,
): Promise<OpenedMedia> {
  const photo = await photoOfSignedAddress(db, id)
  if (photo)
    return { stream: await openImage({ db, storage }, photo, variant), type: storedFileOf(photo, variant).type }
  const file = await sampleFileById(db, id)
  if (!file) throw notFound()
  // a PDF is downloaded and never displayed inline, because it may contain scripts
  return { stream: await openSampleFile({ db, storage }, file), type: file.type, downloadName: file.name }
}
