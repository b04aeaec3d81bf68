import type { Entry } from '../../api/entries.ts'
import type { KeptForm } from '../../api/kept.ts'

interface Unfinished {
  to: string
  /** A part of the URL that all its screens share. */
  path: string
}

/** UUIDs; names of other drafts have words in this position. */
const isId = (text: string | undefined): text is string => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text ?? '')

const ticketPath = (id: string) => `/a/postmortem/${id}`
const vetTicketPath = (id: string) => `/a/vet/ticketdetail/${id}`

/** The form on vet routes has more fields, so it must be resumed there. */
const isOfVetRoute = (typed: unknown) =>
  typeof typed === 'object' && typed !== null && 'vetRoute' in typed && typed.vetRoute === true

/** Finds unfinished work on this device: form drafts first, then an unsent post-mortem. */
export function unfinishedOf(forms: readonly KeptForm[], entries: readonly Entry[]): Unfinished | null {
  for (const { form, typed } of forms) {
    const [kind, ticketId, animalId] = form.split(' ')
    if (!isId(ticketId)) continue
    if (kind === 'diagnosis') return { to: vetTicketPath(ticketId), path: ticketId }
    if (kind === 'animal') {
      const ticket = (isOfVetRoute(typed) ? vetTicketPath : ticketPath)(ticketId)
      return { to: `${ticket}?step=animal${animalId === 'new' ? '' : `&animal=${animalId}`}`, path: ticketId }
    }
    if (kind === 'details') return { to: `${ticketPath(ticketId)}?step=details`, path: ticketId }
  }
  if (forms.some(({ form }) => form === 'new post mortem'))
    return { to: '/a/postmortem/add', path: '/a/postmortem/add' }
  const ends = new Set<Entry['kind']>(['send ticket', 'delete ticket'])
  const ended = new Set(entries.filter(({ kind }) => ends.has(kind)).map(({ ticketId }) => ticketId))
  const open = entries.findLast(({ ticketId }) => !ended.has(ticketId))
  return open ? { to: ticketPath(open.ticketId), path: open.ticketId } : null
}
