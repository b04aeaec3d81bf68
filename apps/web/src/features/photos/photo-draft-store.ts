import type { PhotoFields } from '../../api/outbox-entries.ts'
import type { PhotoDefect } from './photo-quality.ts'
import { createStore, delMany, promisifyRequest, set } from 'idb-keyval'
import { unstored, withFreeSpace } from '../../api/with-free-space.ts'

/** A chosen photo that exists only on this device. */
export interface PhotoDraft extends PhotoFields {
  /** The photo's future id on the server. */
  id: string
  ticketId: string
  animalId: string
  file: File
  /** The photo slot that it fills; none for an extra photo. */
  slotId?: string | null
  /** The idempotency key; replaced after the server has rejected the request. */
  key: string
  /** Error text of the last attempt. */
  failure: string | null
  /** Saved by the user while offline: uploaded automatically later. */
  waits?: boolean
  /** The detected defect of the photo; null after the user has accepted it. */
  defect?: PhotoDefect | null
  /** Sort key in milliseconds. */
  chosenAt: number
}

/** The stored form: Safari's private windows can store bytes, but neither File nor Blob. */
interface StoredDraft extends Omit<PhotoDraft, 'file'> {
  /** Earlier versions of the app stored a File. */
  file: File | { name: string; type: string; lastModified: number; bytes: ArrayBuffer }
}

const store = createStore('chisholm-photos', 'drafts')
const keyOf = (owner: string, id: string) => `${owner}/${id}`

async function toStored(draft: PhotoDraft): Promise<StoredDraft> {
  const { name, type, lastModified } = draft.file
  return { ...draft, file: { name, type, lastModified, bytes: await draft.file.arrayBuffer() } }
}

function fromStored({ file, ...rest }: StoredDraft): PhotoDraft {
  if (file instanceof File) return { ...rest, file }
  const { bytes, name, type, lastModified } = file
  return { ...rest, file: new File([bytes], name, { type, lastModified }) }
}

/** Photo drafts in IndexedDB, per user. They survive reloads, browser restarts and an expired sign-in. */
export const photoDraftStore = {
  /** Oldest first. */
  async list(owner: string): Promise<PhotoDraft[]> {
    const range = IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff'))
    const drafts = await store('readonly', (table) => promisifyRequest<StoredDraft[]>(table.getAll(range)))
    return drafts.map(fromStored).sort((one, other) => one.chosenAt - other.chosenAt)
  },
  /**
   * Stores a draft and returns the stored copy: the file handed over by a camera may soon be deleted.
   * @throws if the device has no storage or no space
   */
  async save(owner: string, draft: PhotoDraft): Promise<PhotoDraft> {
    const stored = await toStored(draft)
    const key = keyOf(owner, draft.id)
    await withFreeSpace(key, () => set(key, stored, store))
    return fromStored(stored)
  },
  async remove(owner: string, ids: string[]): Promise<void> {
    const keys = ids.map((id) => keyOf(owner, id))
    for (const key of keys) unstored.forget(key)
    await delMany(keys, store)
  },
}
