import { describe, expect, test } from 'vitest'
import type { PostMortem, PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import type { ClientTab, VetTab } from '@chisholm/domain/status'
import { type OutboxChange, outboxChanges } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { vetKinds } from '../../api/outbox-rules.ts'
import { toCard } from './cards.ts'
import { applyUnsentToCard } from './unsent-card.ts'
import { applyUnsentEntries } from './unsent-post-mortem.ts'
import { applyUnsentToPage, unsentCountChange } from './unsent-post-mortem-lists.ts'

const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: '', no_vet_visit_requested: 0 }
const refusal = { status: 409, message: 'No.', errors: {} }
const entriesOf = (...all: OutboxChange[]): OutboxEntry[] =>
  all.map((change, at) => ({ ...change, id: String(at), at, key: '', names: {}, refusal: null }))
const refused = (entries: OutboxEntry[]) => entries.map((entry) => ({ ...entry, refusal }))

const create = (id: string, site_id = 's') => outboxChanges.createPostMortem(id, { ...details, site_id })
function draftOf(id: string, ...more: OutboxChange[]): PostMortem {
  const made = applyUnsentEntries(undefined, entriesOf(create(id), ...more))
  if (!made) throw new Error('a ticket made by an entry is there')
  return made
}
const sentOf = (id: string, ...more: OutboxChange[]) => draftOf(id, ...more, outboxChanges.sendPostMortem(id))
const visit = '2026-11-25T09:00:00Z'
const dana = { id: 'dana', first_name: 'Dana', last_name: 'Whitfield' }
const assignTo = (vet: typeof dana | null) =>
  outboxChanges.schedulePostMortem('A', { body: { scheduled_for_id: vet?.id ?? '' }, base: {}, vet })
const serverWith =
  (...all: PostMortem[]) =>
  (id: string) =>
    all.map(toCard).find((one) => one.id === id)
const idsOf = ({ postMortems }: { postMortems: PostMortemCard[] }) => postMortems.map(({ id }) => id)
const list = (tab: ClientTab, siteId: string | null = null, page = 1) => ({ tab, siteId, page })

const cases: [string, OutboxEntry[], PostMortem[], ClientTab, string | null, string[], number][] = [
  ['nothing unsent', [], [draftOf('A')], 'draft', null, ['A'], 0],
  ['a new ticket', entriesOf(create('N')), [draftOf('A')], 'draft', null, ['N', 'A'], 1],
  ['two new tickets', entriesOf(create('N'), create('O')), [], 'draft', null, ['O', 'N'], 2],
  ['a new ticket the server has meanwhile', entriesOf(create('A')), [draftOf('A')], 'draft', null, ['A'], 0],
  ['the same new ticket twice', entriesOf(create('N'), create('N')), [], 'draft', null, ['N'], 1],
  ['a new ticket that was refused', refused(entriesOf(create('N'))), [], 'draft', null, ['N'], 1],
  ['a new ticket of this site', entriesOf(create('N')), [], 'draft', 's', ['N'], 1],
  ['a new ticket of another site', entriesOf(create('N', 't')), [], 'draft', 's', [], 0],
  ['a new ticket in another tab', entriesOf(create('N')), [], 'pending', null, [], 0],
  [
    'a new ticket that is sent too',
    entriesOf(create('N'), outboxChanges.sendPostMortem('N')),
    [],
    'pending',
    null,
    ['N'],
    1,
  ],
  [
    'a new ticket that is deleted too',
    entriesOf(create('N'), outboxChanges.deletePostMortem('N')),
    [],
    'draft',
    null,
    [],
    0,
  ],
  ['a ticket being sent', entriesOf(outboxChanges.sendPostMortem('A')), [draftOf('A')], 'draft', null, [], -1],
  [
    'a sent ticket the server has meanwhile',
    entriesOf(outboxChanges.sendPostMortem('A')),
    [sentOf('A')],
    'pending',
    null,
    ['A'],
    0,
  ],
  ['sending refused', refused(entriesOf(outboxChanges.sendPostMortem('A'))), [draftOf('A')], 'draft', null, ['A'], 0],
  [
    'a ticket being deleted',
    entriesOf(outboxChanges.deletePostMortem('A')),
    [draftOf('A'), draftOf('B')],
    'draft',
    null,
    ['B'],
    -1,
  ],
  [
    'deleting refused',
    refused(entriesOf(outboxChanges.deletePostMortem('A'))),
    [draftOf('A')],
    'draft',
    null,
    ['A'],
    0,
  ],
  [
    'a ticket that moves to another site',
    entriesOf(outboxChanges.editPostMortem('A', { ...details, site_id: 't' })),
    [draftOf('A')],
    'draft',
    's',
    [],
    -1,
  ],
  [
    'an animal more',
    entriesOf(outboxChanges.addAnimal('B', 'cow', {})),
    [draftOf('A'), draftOf('B')],
    'draft',
    null,
    ['A', 'B'],
    0,
  ],
]

describe('with unsent changes, a tab and its counter agree', () => {
  test.each(cases)('%s', (_what, entries, listed, tab, siteId, shown, change) => {
    const page = applyUnsentToPage(listed.map(toCard), list(tab, siteId), entries, serverWith(...listed))
    expect(idsOf(page)).toEqual(shown)
    expect(page.countChange).toBe(change)
    expect(unsentCountChange({ tab, siteId }, entries, serverWith(...listed))).toBe(change)
  })
})

test('a draft sent from another page appears in the pending tab', () => {
  const entries = entriesOf(outboxChanges.sendPostMortem('A'))
  const server = serverWith(draftOf('A'))
  expect(idsOf(applyUnsentToPage([toCard(sentOf('B'))], list('pending'), entries, server))).toEqual(['A', 'B'])
  expect(idsOf(applyUnsentToPage([toCard(sentOf('B'))], list('pending', null, 2), entries, server))).toEqual(['B'])
  expect(unsentCountChange({ tab: 'pending', siteId: null }, entries, server)).toBe(1)
  expect(unsentCountChange({ tab: 'draft', siteId: null }, entries, server)).toBe(-1)
})

test('a ticket that was never loaded appears in no list, whatever unsent changes it has', () => {
  const entries = entriesOf(outboxChanges.sendPostMortem('X'), outboxChanges.addAnimal('X', 'cow', {}))
  for (const tab of ['draft', 'pending'] as const) {
    expect(applyUnsentToPage([], list(tab), entries, serverWith())).toEqual({ postMortems: [], countChange: 0 })
    expect(unsentCountChange({ tab, siteId: null }, entries, serverWith())).toBe(0)
  }
})

describe('applying the same entries twice has no further effect', () => {
  const addCow = outboxChanges.addAnimal('A', 'cow', { tag: '1' })
  test.each<[string, OutboxChange]>([
    ['edit of the details', outboxChanges.editPostMortem('A', { ...details, note: 'New', site_id: 't' })],
    ['sending', outboxChanges.sendPostMortem('A')],
    ['deleting', outboxChanges.deletePostMortem('A')],
    ['an animal more', outboxChanges.addAnimal('A', 'steer', { tag: '2' })],
    ['edit of an animal', outboxChanges.editAnimal('A', 'cow', { tag: '3', pen: '' })],
    ['an animal less', outboxChanges.deleteAnimal('A', 'cow')],
    ['a diagnosis', outboxChanges.diagnoseAnimal('A', 'cow', { body: { vet_findings: 'Froth.' }, base: {} })],
    ['a visit', outboxChanges.schedulePostMortem('A', { body: { scheduled_at: visit }, base: {}, vet: null })],
    ['a veterinarian', assignTo(dana)],
    ['completing', outboxChanges.completePostMortem('A', visit)],
  ])('%s', (_what, change) => {
    const known = vetKinds.has(change.kind) ? sentOf('A', addCow) : draftOf('A', addCow)
    const once = applyUnsentEntries(known, entriesOf(change))
    expect(once).not.toEqual(known)
    expect(applyUnsentEntries(known, entriesOf(change, change))).toEqual(once)
    expect(applyUnsentEntries(once, entriesOf(change))).toEqual(once)
    expect(applyUnsentToCard(toCard(known), entriesOf(change, change))).toEqual(once && toCard(once))
  })

  test.each([
    ['an edit', outboxChanges.editAnimal('A', 'gone', { tag: '3' })],
    ['a deletion', outboxChanges.deleteAnimal('A', 'gone')],
  ])('%s of an animal that is gone changes nothing', (_what, change) => {
    const known = draftOf('A', addCow)
    expect(applyUnsentEntries(known, entriesOf(change))).toEqual(known)
  })

  test.each<[string, number, OutboxChange[]]>([
    ['none', 0, []],
    ['one', 1, [addCow]],
    ['two', 2, [addCow, outboxChanges.addAnimal('A', 'steer', {})]],
    ['one again', 1, [addCow, outboxChanges.addAnimal('A', 'steer', {}), outboxChanges.deleteAnimal('A', 'cow')]],
  ])('a ticket counts its animals: %s (%i)', (_what, count, changes) => {
    const shown = draftOf('A', ...changes)
    expect(applyUnsentToCard(toCard(draftOf('A')), entriesOf(...changes))).toEqual(toCard(shown))
    expect(shown.animals).toBe(count)
    expect(shown.veterinary_record.veterinary_record_animals).toHaveLength(count)
  })
})

describe('a card names three animals and counts all', () => {
  const animals = ['a', 'b', 'c', 'd'].map((id) => outboxChanges.addAnimal('A', id, { tag: id }))
  const card = toCard(draftOf('A', ...animals))
  const shownAfter = (...changes: OutboxChange[]) => {
    const shown = applyUnsentToCard(card, entriesOf(...changes))
    return shown && `${shown.animals}: ${shown.first_animals.map(({ tag }) => tag).join(' ')}`
  }
  test.each<[string, OutboxChange[], string]>([
    ['as read', [], '4: a b c'],
    ['one more', [outboxChanges.addAnimal('A', 'e', { tag: 'e' })], '5: a b c'],
    ['one less of those named', [outboxChanges.deleteAnimal('A', 'b')], '3: a c'],
    ['one less of the others', [outboxChanges.deleteAnimal('A', 'd')], '3: a b c'],
    ['an edited one', [outboxChanges.editAnimal('A', 'b', { tag: 'new' })], '4: a new c'],
    ['an edited one of the others', [outboxChanges.editAnimal('A', 'd', { tag: 'new' })], '4: a b c'],
    ['another field', [outboxChanges.editAnimal('A', 'b', { pen: '7' })], '4: a b c'],
  ])('%s', (_what, changes, shown) => {
    expect(shownAfter(...changes)).toBe(shown)
  })
})

describe("a veterinarian's change is shown at once in the right tab, with its status", () => {
  test.each<[string, OutboxChange[], VetTab, object]>([
    [
      'scheduled',
      [outboxChanges.schedulePostMortem('A', { body: { scheduled_at: visit }, base: {}, vet: null })],
      'inprogress',
      { status: 'In Progress', scheduled_at: visit },
    ],
    ['assigned', [assignTo(dana)], 'inprogress', { status: 'In Progress', scheduled_for: dana }],
    ['assigned and taken back', [assignTo(dana), assignTo(null)], 'inbox', { status: 'Pending', scheduled_for: null }],
    [
      'completed',
      [outboxChanges.completePostMortem('A', visit)],
      'complete',
      { status: 'Completed', completed_at: visit },
    ],
  ])('%s', (_what, changes, tab, shown) => {
    const entries = entriesOf(...changes)
    const server = serverWith(sentOf('A'))
    const tabs = ['inbox', 'inprogress', 'complete'] as const
    const listedIn = (one: VetTab) => (one === 'inbox' ? [toCard(sentOf('A'))] : [])
    const pages = tabs.map((one) =>
      applyUnsentToPage(listedIn(one), { tab: one, siteId: null, page: 1 }, entries, server),
    )
    expect(pages.map(({ postMortems }) => postMortems.length)).toEqual(tabs.map((one) => (one === tab ? 1 : 0)))
    expect(pages[tabs.indexOf(tab)]?.postMortems).toMatchObject([shown])
    for (const one of tabs)
      expect(unsentCountChange({ tab: one, siteId: null }, entries, server)).toBe(
        Number(one === tab) - Number(one === 'inbox'),
      )
  })

  test('a rejected completion has no effect', () => {
    const entries = refused(entriesOf(outboxChanges.completePostMortem('A', visit)))
    expect(applyUnsentEntries(sentOf('A'), entries)?.status).toBe('Pending')
  })
})
