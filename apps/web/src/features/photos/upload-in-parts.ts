import { constants } from '@chisholm/domain/constants'
import { api } from '../../api/client.ts'
import type { PhotoDraft } from './photo-draft-store.ts'

const { partBytes } = constants.photo
/** Smaller files are uploaded in one request, because they take only seconds even on a weak signal. */
const directBytes = 128 * 1024
const stallTimeout = constants.requestTimeout

/**
 * Sends the parts of a photo that the server does not have: none if it has saved the photo and the response was lost.
 * @param onProgress  called with a fraction from 0 to 1
 */
async function sendMissingParts(
  owner: string,
  { id, file }: PhotoDraft,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const { parts, saved } = (await api.get('/uploads/{id}', { id })).data
  if (saved) return
  for (let part = parts; part * partBytes < file.size; part++) {
    const bytes = file.slice(part * partBytes, (part + 1) * partBytes)
    const form = new FormData()
    form.set('part', bytes)
    const report = (fraction: number) => onProgress((part * partBytes + fraction * bytes.size) / file.size)
    await api.upload(
      '/uploads/{id}/parts/{number}',
      { method: 'PUT', form, key: crypto.randomUUID(), onProgress: report, stallTimeout, owner },
      { id, number: String(part) },
    )
  }
}

/**
 * Uploads a draft under its client-generated id, so that a repeated upload creates one photo. An interrupted upload
 * resumes.
 * @param owner       the user of the draft, on whose behalf alone it is uploaded
 * @param onProgress  called with a fraction from 0 to 1
 * @param allBefore   resolves after all earlier photos, because photos are saved in the order in which they were chosen;
 * to false if one of them must be sent again
 * @returns false if an earlier one must be sent again first
 */
export async function uploadPhoto(
  owner: string,
  draft: PhotoDraft,
  onProgress: (fraction: number) => void,
  allBefore: Promise<boolean>,
): Promise<boolean> {
  const { id, animalId, slotId, file, key } = draft
  const form = new FormData()
  form.set('id', id)
  form.set('name', file.name)
  form.set('media_attachable_type', 'VeterinaryRecordAnimal')
  form.set('media_attachable_id', animalId)
  if (slotId) form.set('slot_id', slotId)
  if (file.size <= directBytes) {
    if (!(await allBefore)) return false
    form.set('image', file)
    await api.upload('/medias', { form, key, onProgress, stallTimeout, owner })
    return true
  }
  await sendMissingParts(owner, draft, onProgress)
  if (!(await allBefore)) return false
  form.set('upload_id', id)
  form.set('upload_bytes', String(file.size))
  await api.upload('/medias', { form, key, onProgress: () => {}, stallTimeout, owner })
  return true
}
