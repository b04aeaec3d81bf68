import { expect, test } from 'vitest'
import { type OutboxChange, outboxChanges } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { toCard } from './cards.ts'
import { findUnfinished } from './find-unfinished-work.ts'
import { applyUnsentEntries } from './unsent-post-mortem.ts'
import { applyUnsentToPage } from './unsent-post-mortem-lists.ts'

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: '', no_vet_visit_requested: 1 }
const names = { c: 'Prairie Feeders', s: 'North Yard', yellow: 'Yellow' }
const refusal = { status: 409, message: 'No.', errors: {} }

const entriesOf = (...all: OutboxChange[]): OutboxEntry[] =>
  all.map((change, at) => ({ ...change, id: String(at), at, key: '', names, refusal: null }))
const create = outboxChanges.createPostMortem('A', details)
const add = outboxChanges.addAnimal('A', 'cow', {
  tag: '1',
  rfid: '982 000 123 456 789',
  pen: '',
  tag_color_id: 'yellow',
})
const made = applyUnsentEntries(undefined, entriesOf(create, add))
const tagsOf = (postMortem: typeof made) =>
  postMortem?.veterinary_record.veterinary_record_animals.map(({ tag }) => tag)

test('an unsent ticket is shown as the server will return it, except for its number', () => {
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

test('changes are applied in order', () => {
  const edited = outboxChanges.editAnimal('A', 'cow', { tag: '2' })
  const steer = outboxChanges.addAnimal('A', 'steer', { tag: '3' })
  expect(tagsOf(applyUnsentEntries(made, entriesOf(edited, steer)))).toEqual(['2', '3'])
  expect(tagsOf(applyUnsentEntries(made, entriesOf(steer, outboxChanges.deleteAnimal('A', 'cow'))))).toEqual(['3'])
  expect(
    applyUnsentEntries(made, entriesOf(outboxChanges.editPostMortem('A', { ...details, note: 'New' })))?.note,
  ).toBe('New')
})

test('changes the server already has are not applied twice', () => {
  expect(applyUnsentEntries(made, entriesOf(create, add))).toEqual(made)
})

test('a sent ticket is pending, a deleted one disappears', () => {
  expect(applyUnsentEntries(made, entriesOf(outboxChanges.sendPostMortem('A')))).toMatchObject({
    status: 'Pending',
    draft: 0,
  })
  expect(applyUnsentEntries(made, entriesOf(outboxChanges.deletePostMortem('A')))).toBeUndefined()
})

test('a rejected send or deletion has no effect, rejected input is still shown', () => {
  const refused = (change: OutboxChange) => entriesOf(change).map((entry) => ({ ...entry, refusal }))
  expect(applyUnsentEntries(made, refused(outboxChanges.sendPostMortem('A')))?.status).toBe('Draft')
  expect(tagsOf(applyUnsentEntries(made, refused(outboxChanges.deleteAnimal('A', 'cow'))))).toEqual(['1'])
  expect(tagsOf(applyUnsentEntries(made, refused(outboxChanges.editAnimal('A', 'cow', { tag: '9' }))))).toEqual(['9'])
})

test('a ticket whose sending waits behind a refused change is still a draft, in lists, too', () => {
  const [creation, ...others] = entriesOf(create, add, outboxChanges.sendPostMortem('A'))
  const entries = creation ? [{ ...creation, refusal }, ...others] : []
  expect(applyUnsentEntries(undefined, entries)).toMatchObject({ status: 'Draft', draft: 1 })
  const shownIn = (tab: 'draft' | 'pending') =>
    applyUnsentToPage([], { tab, siteId: null, page: 1 }, entries, () => undefined).postMortems
  expect(shownIn('draft')).toMatchObject([{ id: 'A', status: 'Draft' }])
  expect(shownIn('pending')).toEqual([])
})

test('a list shows new tickets on its first page, and drops those that move to another tab', () => {
  const drafts = { tab: 'draft', siteId: null, page: 1 } as const
  const nothing = () => undefined
  const known = made ? [toCard(made)] : []
  const shown = applyUnsentToPage([], drafts, entriesOf(create, add), nothing)
  expect(shown).toEqual({ postMortems: known, countChange: 1 })
  expect(applyUnsentToPage([], { ...drafts, page: 2 }, entriesOf(create), nothing).postMortems).toEqual([])
  expect(applyUnsentToPage([], { ...drafts, siteId: 'elsewhere' }, entriesOf(create), nothing).postMortems).toEqual([])

  const sent = entriesOf(outboxChanges.sendPostMortem('A'))
  expect(applyUnsentToPage(known, drafts, sent, () => known[0])).toEqual({ postMortems: [], countChange: -1 })
  expect(applyUnsentToPage([], { ...drafts, tab: 'pending' }, sent, () => known[0])).toMatchObject({
    postMortems: [{ id: 'A', status: 'Pending' }],
    countChange: 1,
  })
})

const postMortemId = '01920000-0000-7000-8000-00000000000a'

test.each([
  [['new post mortem', `animal ${postMortemId} new`], [], `/a/postmortem/${postMortemId}?step=animal`],
  [[`animal ${postMortemId} cow`], [], `/a/postmortem/${postMortemId}?step=animal&animal=cow`],
  [[`details ${postMortemId}`], [], `/a/postmortem/${postMortemId}?step=details`],
  [[`diagnosis ${postMortemId} cow`], [], `/a/vet/ticketdetail/${postMortemId}`],
  // The filter of an animal report is not a draft of a post-mortem.
  [['animal report new'], [], undefined],
  [[`animal report ${postMortemId}`], [], undefined],
  [['new post mortem'], [create], '/a/postmortem/add'],
  [[], [create, add], '/a/postmortem/A'],
  [[], [create, outboxChanges.sendPostMortem('A')], undefined],
  // a ticket of the server, which may have been sent
  [[], [add], undefined],
  [[], [], undefined],
])('with %j typed and %j waiting one goes on at %s', (forms, waiting, to) => {
  const drafts = forms.map((form) => ({ form, typed: {} }))
  expect(findUnfinished(drafts, entriesOf(...waiting))?.to).toBe(to)
})

test('an animal begun on a vet route is resumed there', () => {
  const typed = { id: 'cow', typed: {}, vetRoute: true }
  const address = `/a/vet/ticketdetail/${postMortemId}?step=animal`
  expect(findUnfinished([{ form: `animal ${postMortemId} new`, typed }], [])?.to).toBe(address)
  expect(findUnfinished([{ form: `animal ${postMortemId} cow`, typed }], [])?.to).toBe(`${address}&animal=cow`)
})
