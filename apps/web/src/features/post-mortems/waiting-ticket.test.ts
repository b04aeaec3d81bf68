import { expect, test } from 'vitest'
import { type Change, changes, type Entry } from '../../api/entries.ts'
import { unfinishedOf } from './unfinished.ts'
import { withWaiting } from './waiting-ticket.ts'
import { withWaitingTickets } from './waiting-tickets.ts'

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: '', no_vet_visit_requested: 1 }
const names = { c: 'Prairie Feeders', s: 'North Yard', yellow: 'Yellow' }
const refusal = { status: 409, message: 'No.', errors: {} }

const entriesOf = (...all: Change[]): Entry[] =>
  all.map((change, at) => ({ ...change, id: String(at), at, key: '', names, refusal: null }))
const create = changes.createTicket('A', details)
const add = changes.addAnimal('A', 'cow', { tag: '1', rfid: '982 000 123 456 789', pen: '', tag_color_id: 'yellow' })
const made = withWaiting(undefined, entriesOf(create, add))
const tagsOf = (ticket: typeof made) => ticket?.veterinary_record.veterinary_record_animals.map(({ tag }) => tag)

test('a ticket made here is shown as the server will show it, but for its number', () => {
  expect(made).toMatchObject({
    id: 'A',
    title: 'New post mortem',
    status: 'Draft',
    animals: 1,
    note: null,
    no_vet_visit_requested: 1,
    customer: { id: 'c', name: 'Prairie Feeders' },
    veterinary_record: { site: { id: 's', name: 'North Yard' } },
  })
  expect(made?.veterinary_record.veterinary_record_animals[0]).toMatchObject({
    id: 'cow',
    tag: '1',
    rfid: '982000123456789',
    pen: null,
    tag_color: { id: 'yellow', name: 'Yellow' },
  })
})

test('changes are shown in their order', () => {
  const edited = changes.editAnimal('A', 'cow', { tag: '2' })
  const steer = changes.addAnimal('A', 'steer', { tag: '3' })
  expect(tagsOf(withWaiting(made, entriesOf(edited, steer)))).toEqual(['2', '3'])
  expect(tagsOf(withWaiting(made, entriesOf(steer, changes.deleteAnimal('A', 'cow'))))).toEqual(['3'])
  expect(withWaiting(made, entriesOf(changes.editTicket('A', { ...details, note: 'New' })))?.note).toBe('New')
})

test('what the server has already is not shown twice', () => {
  expect(withWaiting(made, entriesOf(create, add))).toEqual(made)
})

test('a sent ticket is pending, a deleted one gone', () => {
  expect(withWaiting(made, entriesOf(changes.sendTicket('A')))).toMatchObject({ status: 'Pending', draft: 0 })
  expect(withWaiting(made, entriesOf(changes.deleteTicket('A')))).toBeUndefined()
})

test('what the server refused to do is not done, what it refused to take is still shown', () => {
  const refused = (change: Change) => entriesOf(change).map((entry) => ({ ...entry, refusal }))
  expect(withWaiting(made, refused(changes.sendTicket('A')))?.status).toBe('Draft')
  expect(tagsOf(withWaiting(made, refused(changes.deleteAnimal('A', 'cow'))))).toEqual(['1'])
  expect(tagsOf(withWaiting(made, refused(changes.editAnimal('A', 'cow', { tag: '9' }))))).toEqual(['9'])
})

test('a list holds what was made here on its first page, and loses what moves to another tab', () => {
  const drafts = { tab: 'draft', siteId: null, page: 1 } as const
  const nothing = () => undefined
  const shown = withWaitingTickets([], drafts, entriesOf(create, add), nothing)
  expect(shown).toEqual({ tickets: [made], more: 1 })
  expect(withWaitingTickets([], { ...drafts, page: 2 }, entriesOf(create), nothing).tickets).toEqual([])
  expect(withWaitingTickets([], { ...drafts, siteId: 'elsewhere' }, entriesOf(create), nothing).tickets).toEqual([])

  const known = made ? [made] : []
  const sent = entriesOf(changes.sendTicket('A'))
  expect(withWaitingTickets(known, drafts, sent, () => made)).toEqual({ tickets: [], more: -1 })
  expect(withWaitingTickets([], { ...drafts, tab: 'pending' }, sent, () => made)).toMatchObject({
    tickets: [{ id: 'A', status: 'Pending' }],
    more: 1,
  })
})

const ticketId = '01920000-0000-7000-8000-00000000000a'

test.each([
  [['new post mortem', `animal ${ticketId} new`], [], `/a/postmortem/${ticketId}?step=animal`],
  [[`animal ${ticketId} cow`], [], `/a/postmortem/${ticketId}?step=animal&animal=cow`],
  [[`details ${ticketId}`], [], `/a/postmortem/${ticketId}?step=details`],
  [[`diagnosis ${ticketId} cow`], [], `/a/vet/ticketdetail/${ticketId}`],
  // an animal report filter is no post-mortem draft
  [['animal report new'], [], undefined],
  [[`animal report ${ticketId}`], [], undefined],
  [['new post mortem'], [create], '/a/postmortem/add'],
  [[], [create, add], '/a/postmortem/A'],
  [[], [create, changes.sendTicket('A')], undefined],
  [[], [], undefined],
])('with %j typed and %j waiting one goes on at %s', (forms, waiting, to) => {
  const kept = forms.map((form) => ({ form, typed: {} }))
  expect(unfinishedOf(kept, entriesOf(...waiting))?.to).toBe(to)
})

test('an animal typed on the route of veterinarians is gone on with there', () => {
  const typed = { id: 'cow', typed: {}, vetRoute: true }
  const address = `/a/vet/ticketdetail/${ticketId}?step=animal`
  expect(unfinishedOf([{ form: `animal ${ticketId} new`, typed }], [])?.to).toBe(address)
  expect(unfinishedOf([{ form: `animal ${ticketId} cow`, typed }], [])?.to).toBe(`${address}&animal=cow`)
})
