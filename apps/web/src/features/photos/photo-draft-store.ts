import type { PhotoFields } from '../../api/outbox-changes.ts'
import type { PhotoDefect } from './photo-quality.ts'
import { delMany, get, keys, promisifyRequest, set } from 'idb-keyval'
import { openStore } from '../../api/open-store.ts'
import { unstored, withFreeSpace } from '../../api/with-free-space.ts'

/** A chosen photo that exists only on this device. */
export interface PhotoDraft extends PhotoFields {
  /** The photo's future id on the server. */
  id: string
  postMortemId: string
  animalId: string
  file: File
  /** The photo slot that it fills; none for an extra photo. */
  slotId?: string | null
  /** The idempotency key; replaced after the server has rejected the request. */
  key: string
  /** Why the server has rejected it. */
  failure: string | null
  /** Saved by the user, and not rejected by the server: uploaded automatically, now or later. */
  waits?: boolean
  /** The detected defect of the photo; null if it has none or the user has accepted it; not yet looked for if missing. */
  defect?: PhotoDefect | null
  /** Sort key in milliseconds. */
  chosenAt: number
}

/** The stored form: Safari's private windows can store bytes, but neither File nor Blob. */
interface StoredDraft extends Omit<PhotoDraft, 'file'> {
  /** Earlier versions of the app stored a File. */
  file: File | { name: string; type: string; lastModified: number; bytes: ArrayBuffer }
  /** In place of `postMortemId`, in drafts that earlier versions of the app stored. */
  ticketId?: string
}

const store = openStore('chisholm-photos', 'drafts')
const keyOf = (owner: string, id: string) => `${owner}/${id}`

/** Drafts that could not be stored. They last as long as the page. */
const memoryFallback = new Map<string, PhotoDraft>()

async function toStoredFile(file: File): Promise<StoredDraft['file']> {
  const { name, type, lastModified } = file
  return { name, type, lastModified, bytes: await file.arrayBuffer() }
}

const toStored = async (draft: PhotoDraft): Promise<StoredDraft> => ({ ...draft, file: await toStoredFile(draft.file) })

function fromStored({ file, ticketId, ...rest }: StoredDraft): PhotoDraft {
  const draft = ticketId === undefined ? rest : { ...rest, postMortemId: ticketId }
  if (file instanceof File) return { ...draft, file }
  const { bytes, name, type, lastModified } = file
  return { ...draft, file: new File([bytes], name, { type, lastModified }) }
}

/** Photo drafts in IndexedDB, per user. They survive reloads, browser restarts and an expired sign-in. */
export const photoDraftStore = {
  /** Oldest first. Without storage, only those of this page. */
  async list(owner: string): Promise<PhotoDraft[]> {
    const range = IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff'))
    const stored = await store('readonly', (table) => promisifyRequest<StoredDraft[]>(table.getAll(range))).catch(
      (): StoredDraft[] => [],
    )
    const inMemory = [...memoryFallback].filter(([key]) => key.startsWith(keyOf(owner, ''))).map(([, draft]) => draft)
    const drafts = stored.filter(({ id }) => !memoryFallback.has(keyOf(owner, id))).map(fromStored)
    return [...drafts, ...inMemory].sort((one, other) => one.chosenAt - other.chosenAt)
  },
  /** The number of drafts of all users of this device. */
  countAll: (): Promise<number> =>
    keys(store).then(
      ({ length }) => length,
      () => 0,
    ),
  /** The ids of all drafts, without reading their files. */
  async listIds(owner: string): Promise<Set<string>> {
    const prefix = keyOf(owner, '')
    const stored = await keys<string>(store).catch((): string[] => [])
    const ofOwner = [...stored, ...memoryFallback.keys()].filter((key) => key.startsWith(prefix))
    return new Set(ofOwner.map((key) => key.slice(prefix.length)))
  },
  /**
   * Stores a draft and returns the stored copy: the file handed over by a camera may soon be deleted.
   * @throws if the device has no storage or no space
   */
  async save(owner: string, draft: PhotoDraft): Promise<PhotoDraft> {
    const key = keyOf(owner, draft.id)
    memoryFallback.set(key, draft)
    const stored = await toStored(draft)
    await withFreeSpace(key, () => set(key, stored, store))
    memoryFallback.delete(key)
    return fromStored(stored)
  },
  /**
   * Changes fields of a draft that may have been changed in another tab meanwhile. Does nothing if it was removed.
   * @throws if the device has no storage or no space
   */
  async change(owner: string, id: string, change: Partial<PhotoDraft>): Promise<void> {
    const key = keyOf(owner, id)
    const inMemory = memoryFallback.get(key)
    if (inMemory) return void (await photoDraftStore.save(owner, { ...inMemory, ...change }))
    const { file, ...fields } = change
    const stored: Partial<StoredDraft> = { ...fields, ...(file && { file: await toStoredFile(file) }) }
    const write = () =>
      store('readwrite', async (table) => {
        const before = await promisifyRequest<StoredDraft | undefined>(table.get(key))
        if (before) table.put({ ...before, ...stored }, key)
        await promisifyRequest(table.transaction)
      })
    await withFreeSpace(key, write).catch(async (failure: unknown) => {
      const before = await get<StoredDraft>(key, store)
      if (before) memoryFallback.set(key, { ...fromStored(before), ...change })
      throw failure
    })
  },
  async remove(owner: string, ids: string[]): Promise<void> {
    const removed = ids.map((id) => keyOf(owner, id))
    for (const key of removed) {
      memoryFallback.delete(key)
      unstored.forget(key)
    }
    await delMany(removed, store)
  },
}
