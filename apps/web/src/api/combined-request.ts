import { constants } from '@chisholm/domain/constants'
import { newId } from './new-id.ts'
import type { SendConfirmations } from './outbox-changes.ts'
import type { CombinedRequest, OutboxEntry, Refusal } from './outbox-entries.ts'

export type CreationEntry = Extract<OutboxEntry, { kind: 'create post-mortem' }>
type Errors = Record<string, string[]>

/**
 * Combines the creation of a post-mortem with the entries that follow it until it is sent. They become one request that
 * succeeds or fails as a whole (decisions.md section 10).
 * @param entries  in order; may contain entries of other post-mortems
 */
export function combine(creation: CreationEntry, entries: readonly OutboxEntry[]): CombinedRequest {
  let details: object = creation.body
  const animals = new Map<string, object>()
  const entryIds: string[] = []
  const bodyWith = (send?: { send: 1 } & SendConfirmations) => ({
    ...details,
    ...(animals.size > 0 && { animals: [...animals].map(([id, animal]) => ({ ...animal, id })) }),
    ...send,
  })
  for (const entry of entries) {
    if (entry.postMortemId !== creation.postMortemId || entry.id === creation.id) continue
    const isFull = animals.size >= constants.maxAnimalsPerRequest
    if (entry.kind === 'edit post-mortem') details = { ...details, ...entry.body }
    else if (entry.kind === 'add animal' && !isFull) {
      const { veterinary_record_id: _, ...animal } = entry.body
      animals.set(entry.animalId, animal)
    } else if (entry.kind === 'edit animal' && animals.has(entry.animalId))
      animals.set(entry.animalId, { ...animals.get(entry.animalId), ...entry.body })
    else if (entry.kind === 'send post-mortem' && !entry.afterPhotos) {
      const { draft: _, ...confirmations } = entry.body
      return { body: bodyWith({ send: 1, ...confirmations }), entryIds: [...entryIds, entry.id] }
    } else break
    entryIds.push(entry.id)
  }
  return { body: bodyWith(), entryIds }
}

/** A creation with the request that is sent now. Its key changes with the request. */
export function withCombinedRequest(
  creation: CreationEntry,
  entries: readonly OutboxEntry[],
): CreationEntry & { combined: CombinedRequest } {
  const combined = combine(creation, entries)
  const isRepeated = !creation.combined || JSON.stringify(creation.combined.body) === JSON.stringify(combined.body)
  return { ...creation, combined, key: isRepeated ? creation.key : newId() }
}

/** A creation that is sent alone, in its own request. */
export function withoutCombining({ combined: _, ...creation }: CreationEntry): CreationEntry {
  return { ...creation, key: newId(), mayCombine: false }
}

/** The entries that a combined request sends. */
export function includedIn(creation: CreationEntry, entries: readonly OutboxEntry[]): OutboxEntry[] {
  const ids = new Set([creation.id, ...(creation.combined?.entryIds ?? [])])
  return entries.filter(({ id }) => ids.has(id))
}

/**
 * Assigns the errors of a rejected combined request to its parts. If the errors name no part, the parts are sent one by
 * one next, which reveals the rejected part.
 * @param others  the other outbox entries of this device, including those that were not combined
 * @returns the entries to update
 */
export function distributeRefusal(
  creation: CreationEntry,
  others: readonly OutboxEntry[],
  refusal: Refusal,
): OutboxEntry[] {
  const { combined, ...rest } = creation
  const reset: CreationEntry = { ...rest, key: newId() }
  const included = others.filter(({ id }) => combined?.entryIds.includes(id))
  if (included.length === 0) return [{ ...reset, refusal }]
  const errorsById = new Map<string, Errors>()
  for (const [field, messages] of Object.entries(refusal.errors)) {
    const target = targetOfError(field, { creation: reset, included, body: combined?.body })
    if (!target) return [withoutCombining(creation)]
    errorsById.set(target.entry.id, { ...errorsById.get(target.entry.id), [target.field]: messages })
  }
  if (errorsById.size === 0) return [withoutCombining(creation)]
  return [reset, ...included].flatMap((entry): OutboxEntry[] => {
    const errors = errorsById.get(entry.id)
    if (errors) return [{ ...entry, key: newId(), refusal: { ...refusal, errors } }]
    return entry.id === reset.id ? [reset] : []
  })
}

/** The last entry that wrote the field of an error like `animals.0.rfid` or `site_id`. */
function targetOfError(
  path: string,
  {
    creation,
    included,
    body,
  }: { creation: CreationEntry; included: OutboxEntry[]; body: CombinedRequest['body'] | undefined },
): { entry: OutboxEntry; field: string } | undefined {
  const [, index, animalField] = /^animals\.(\d+)\.(.+)$/.exec(path) ?? []
  if (index === undefined || animalField === undefined) {
    if (path === 'animals' || path.startsWith('animals.')) return undefined
    // photos that the practice demands by now: the ticket is created without being sent
    if (included.some((entry) => 'animalId' in entry && entry.animalId === path)) return undefined
    return { entry: included.findLast(({ kind }) => kind === 'edit post-mortem') ?? creation, field: path }
  }
  const animalId = body?.animals?.[Number(index)]?.id
  const entry = included.findLast((one) => 'animalId' in one && one.animalId === animalId)
  return entry && { entry, field: animalField }
}
