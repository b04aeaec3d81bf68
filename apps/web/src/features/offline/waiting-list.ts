import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { isHeldBack, sideKinds } from '../../api/outbox-rules.ts'

/** The fields of a photo draft that the list uses. */
interface WaitingPhoto {
  postMortemId: string
  chosenAt: number
  file: { size: number }
  /** Why the server has rejected it. */
  failure: string | null
}

/** All unsent changes and photos of one ticket. */
export interface WaitingGroup<Photo> {
  postMortemId: string
  entries: OutboxEntry[]
  photos: Photo[]
  bytes: number
}

const encoder = new TextEncoder()
/** Approximate size of a request without its body, in bytes. */
const headerSize = 1000
/** Size of the request in bytes. */
export const sizeOfEntry = ({ body }: OutboxEntry): number =>
  headerSize + (body === undefined ? 0 : encoder.encode(JSON.stringify(body)).length)

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

/** Groups unsent changes and photos by ticket, the longest waiting first, and sums their sizes in bytes. */
export function waitingList<Photo extends WaitingPhoto>(entries: readonly OutboxEntry[], photos: readonly Photo[]) {
  const inOrder = [
    ...entries.map(({ postMortemId, at }) => ({ postMortemId, at })),
    ...photos.map(({ postMortemId, chosenAt }) => ({ postMortemId, at: chosenAt })),
  ].sort((one, other) => one.at - other.at)
  const groups = [...new Set(inOrder.map(({ postMortemId }) => postMortemId))].map(
    (postMortemId): WaitingGroup<Photo> => {
      const ofPostMortem = { entries: entries.filter(isOf(postMortemId)), photos: photos.filter(isOf(postMortemId)) }
      const bytes = sum([...ofPostMortem.entries.map(sizeOfEntry), ...ofPostMortem.photos.map(({ file }) => file.size)])
      return { postMortemId, ...ofPostMortem, bytes }
    },
  )
  return { groups, changes: entries.length, photos: photos.length, bytes: sum(groups.map(({ bytes }) => bytes)) }
}

/** Whether anything will be sent automatically. Rejected changes wait for the user's decision. */
export const sendsByItself = (groups: readonly WaitingGroup<WaitingPhoto>[]) =>
  groups.some(
    ({ entries, photos }) =>
      entries.some((entry) => stateOfEntry(entry, entries) === 'waiting') ||
      // the animal of a photo may be rejected
      (photos.some(({ failure }) => failure === null) &&
        entries.every(({ kind, refusal }) => !refusal || sideKinds.has(kind))),
  )

const isOf = (postMortemId: string) => (one: { postMortemId: string }) => one.postMortemId === postMortemId

/** After an entry was rejected, those that build on it wait until the user has decided. */
export function stateOfEntry(
  entry: OutboxEntry,
  ofPostMortem: readonly OutboxEntry[],
): 'waiting' | 'refused' | 'held back' {
  if (entry.refusal) return 'refused'
  return isHeldBack(entry, ofPostMortem) ? 'held back' : 'waiting'
}
