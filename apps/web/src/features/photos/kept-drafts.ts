import { createStore, delMany, promisifyRequest, set } from 'idb-keyval'

/** A photo chosen or taken and not saved yet. It lies on this device alone. */
export interface PhotoDraft {
  /** The id the photo will have on the server. */
  id: string
  ticketId: string
  animalId: string
  file: File
  /** What makes sending it again the same request; a new one once the server has refused it. */
  key: string
  /** Why saving it failed last time. */
  failure: string | null
  /** Saved by the person and not sent yet, for want of a connection: it goes up by itself. */
  waits?: boolean
  /** Milliseconds; drafts are shown and sent in this order. */
  chosenAt: number
}

/** A draft as it is stored: private windows of Safari store bytes, but neither files nor Blobs. */
interface StoredDraft extends Omit<PhotoDraft, 'file'> {
  /** A File in what earlier versions of the app have stored. */
  file: File | { name: string; type: string; lastModified: number; bytes: ArrayBuffer }
}

const store = createStore('chisholm-photos', 'drafts')
const keyOf = (owner: string, id: string) => `${owner}/${id}`

async function storedOf(draft: PhotoDraft): Promise<StoredDraft> {
  const { name, type, lastModified } = draft.file
  return { ...draft, file: { name, type, lastModified, bytes: await draft.file.arrayBuffer() } }
}

function draftOf({ file, ...rest }: StoredDraft): PhotoDraft {
  if (file instanceof File) return { ...rest, file }
  const { bytes, name, type, lastModified } = file
  return { ...rest, file: new File([bytes], name, { type, lastModified }) }
}

/** The drafts of each person on this device: they outlive the page, the browser and a sign-in that ran out. */
export const keptDrafts = {
  /** Oldest first. */
  async of(owner: string): Promise<PhotoDraft[]> {
    const range = IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff'))
    const drafts = await store('readonly', (table) => promisifyRequest<StoredDraft[]>(table.getAll(range)))
    return drafts.map(draftOf).sort((one, other) => one.chosenAt - other.chosenAt)
  },
  /**
   * Keeps a draft and gives it as it is kept: the file a camera handed over may be gone from its own place soon.
   * @throws when the device has no room, or no storage
   */
  async keep(owner: string, draft: PhotoDraft): Promise<PhotoDraft> {
    const stored = await storedOf(draft)
    await set(keyOf(owner, draft.id), stored, store)
    return draftOf(stored)
  },
  drop: (owner: string, ids: string[]) =>
    delMany(
      ids.map((id) => keyOf(owner, id)),
      store,
    ),
}
