import {
  clientPostMortemPath,
  examinePath,
  postMortemPathOnRoute,
  vetPostMortemPath,
} from '@chisholm/domain/page-paths'
import { isUuid } from '@chisholm/domain/uuid'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import type { FormDraft } from '../../api/form-drafts.ts'

interface Unfinished {
  to: string
  /** The common part of the URLs of all screens of this work. */
  pathPart: string
}

/** The names of other drafts have words in this position. */
const isId = (text: string | undefined): text is string => isUuid(text ?? '')

/** The form on vet routes has more fields, so it must be resumed there. */
const wasOnVetRoute = (typed: unknown) =>
  typeof typed === 'object' && typed !== null && 'vetRoute' in typed && typed.vetRoute === true

/** Finds unfinished work on this device: first a form draft, then a new post-mortem that was not sent. */
export function findUnfinished(forms: readonly FormDraft[], entries: readonly OutboxEntry[]): Unfinished | null {
  for (const { form, typed } of forms) {
    const [kind, postMortemId, animalId] = form.split(' ')
    if (!isId(postMortemId)) continue
    if (kind === 'examination' && isId(animalId))
      return { to: examinePath(postMortemId, animalId), pathPart: postMortemId }
    if (kind === 'diagnosis') return { to: vetPostMortemPath(postMortemId), pathPart: postMortemId }
    if (kind === 'animal') {
      const postMortem = postMortemPathOnRoute(wasOnVetRoute(typed), postMortemId)
      return {
        to: `${postMortem}?step=animal${animalId === 'new' ? '' : `&animal=${animalId}`}`,
        pathPart: postMortemId,
      }
    }
    if (kind === 'details') return { to: `${clientPostMortemPath(postMortemId)}?step=details`, pathPart: postMortemId }
  }
  if (forms.some(({ form }) => form === 'new post mortem'))
    return { to: '/a/postmortem/add', pathPart: '/a/postmortem/add' }
  const finalKinds = new Set<OutboxEntry['kind']>(['send post-mortem', 'delete post-mortem'])
  const ended = new Set(entries.filter(({ kind }) => finalKinds.has(kind)).map(({ postMortemId }) => postMortemId))
  // of other tickets, the server knows whether they are drafts
  const open = entries.findLast(({ kind, postMortemId }) => kind === 'create post-mortem' && !ended.has(postMortemId))
  return open ? { to: clientPostMortemPath(open.postMortemId), pathPart: open.postMortemId } : null
}
