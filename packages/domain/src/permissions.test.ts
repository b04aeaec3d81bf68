import { describe, expect, test } from 'vitest'
import {
  amendmentToAllow,
  can,
  canEver,
  may,
  mayManageAccount,
  mayResetSecondFactor,
  photoAction,
  type PostMortemAction,
  type PostMortemSubject,
  type Role,
  type RoleAction,
  rolesToGrant,
  rolesToInvite,
} from './permissions.ts'

const pending: PostMortemSubject = {
  draft: false,
  completedAt: null,
  scheduledAt: null,
  scheduledForId: null,
  noVetVisitRequested: false,
}
const completed = { ...pending, scheduledForId: 'vet', completedAt: '2026-11-20T18:00:00Z' }
const states = {
  draft: { ...pending, draft: true },
  pending,
  scheduled: { ...pending, scheduledAt: '2026-11-20T18:00:00Z' },
  assigned: { ...pending, scheduledForId: 'vet' },
  completed,
  amending: { ...completed, amending: true },
}
type State = keyof typeof states

const userOf = (...roles: Role[]) => ({ roles })
const [client, vet, admin, superAdmin] = [
  userOf('Client'),
  userOf('Veterinarian'),
  userOf('Admin'),
  userOf('SuperAdmin'),
]

const draft: State[] = ['draft']
const draftOrPending: State[] = ['draft', 'pending']
const sentAndOpen: State[] = ['pending', 'scheduled', 'assigned']
const open: State[] = ['draft', ...sentAndOpen]
const openOrAmending: State[] = [...open, 'amending']
const sentAndOpenOrAmending: State[] = [...sentAndOpen, 'amending']
const afterCompletion: State[] = ['completed', 'amending']
const sent: State[] = [...sentAndOpen, ...afterCompletion]
const any: State[] = [...open, ...afterCompletion]
const notAmending: State[] = [...open, 'completed']
const none: State[] = []

/** The states in which a client, a Veterinarian and an Admin may do this. */
const table: [PostMortemAction, client: State[], vet: State[], admin: State[]][] = [
  ['postMortem.edit', draft, draft, draft],
  ['postMortem.send', draft, draft, draft],
  ['postMortem.schedule', none, sentAndOpen, sentAndOpen],
  ['postMortem.complete', none, sentAndOpen, sentAndOpen],
  ['postMortem.delete', draft, open, any],
  ['report.view', afterCompletion, afterCompletion, afterCompletion],
  ['report.issue', none, sentAndOpen, sentAndOpen],
  ['report.preview', none, any, any],
  ['report.group', none, sentAndOpenOrAmending, sentAndOpenOrAmending],
  ['report.amend', none, afterCompletion, afterCompletion],
  ['animal.add', draftOrPending, open, notAmending],
  ['animal.edit', draftOrPending, open, notAmending],
  ['animal.delete', draftOrPending, open, notAmending],
  ['animal.diagnose', none, openOrAmending, any],
  ['comment.read', sent, sent, sent],
  ['comment.write', sent, sent, sent],
  ['case.share', none, afterCompletion, afterCompletion],
  ['sample.write', none, any, any],
  ['photo.upload', open, any, any],
  ['photo.edit', open, openOrAmending, any],
  ['photo.delete', open, openOrAmending, any],
  ['late-photo.edit', open, any, any],
  ['late-photo.delete', open, any, any],
]

describe.each(table)('%s', (action, ofClient, ofVet, ofAdmin) => {
  test.each([
    ['a client', client, ofClient],
    ['a Veterinarian', vet, ofVet],
    ['an Admin', admin, ofAdmin],
    ['a SuperAdmin', superAdmin, ofAdmin],
    ['a Veterinarian who is also a client', userOf('Client', 'Veterinarian'), ofVet],
    ['an Admin who is also a Veterinarian', userOf('Veterinarian', 'Admin'), ofAdmin],
    ['a user without a role', userOf(), ofClient],
  ])('%s', (_, user, expected) => {
    const allowed = Object.entries(states).flatMap(([name, state]) => (can(user, action, state) ? [name] : []))
    expect(allowed.toSorted()).toEqual(expected.toSorted())
    expect(canEver(user, action)).toBe(expected.length > 0)
  })
})

test('a client edits the animals of an open ticket without a requested visit, and of no completed one', () => {
  const allowed = Object.entries(states).flatMap(([name, state]) =>
    can(client, 'animal.edit', { ...state, noVetVisitRequested: true }) ? [name] : [],
  )
  expect(allowed.toSorted()).toEqual(open.toSorted())
})

test('changing a photo that was added after the newest report needs another permission', () => {
  expect([photoAction('edit', false), photoAction('delete', false)]).toEqual(['photo.edit', 'photo.delete'])
  expect([photoAction('edit', true), photoAction('delete', true)]).toEqual(['late-photo.edit', 'late-photo.delete'])
})

test.each<[string, { roles: Role[] }, PostMortemAction, State, 'open' | 'end' | null]>([
  ['a Veterinarian opens an amendment', vet, 'animal.diagnose', 'completed', 'open'],
  ['a Veterinarian whose amendment is open may do it', vet, 'animal.diagnose', 'amending', null],
  ['a Veterinarian whose ticket is open may do it', vet, 'animal.diagnose', 'assigned', null],
  ['an amendment does not help', vet, 'animal.add', 'completed', null],
  ['an Admin ends the open amendment', admin, 'animal.add', 'amending', 'end'],
  ['an Admin may do it', admin, 'animal.add', 'completed', null],
  ['a draft has no report to amend', vet, 'report.group', 'draft', null],
  ['a client may not amend', client, 'photo.edit', 'completed', null],
])('the way to a forbidden change of a report: %s', (_, user, action, state, change) => {
  expect(amendmentToAllow(user, action, states[state])).toBe(change)
})

/** The roles that may do this, whatever the ticket. */
const vets: Role[] = ['Veterinarian', 'Admin', 'SuperAdmin']
const admins: Role[] = ['Admin', 'SuperAdmin']
const all: Role[] = ['Client', ...vets]
const roleTable: [RoleAction, Role[]][] = [
  ['user.invite', vets],
  ['user.edit-any', admins],
  ['customer.choose', vets],
  ['vet.choose-any', admins],
  ['inbox.view', vets],
  ['planner.view', vets],
  ['herd.write', ['Client', ...admins]],
  ['absences.manage-any', admins],
  ['animal-page.view', vets],
  ['comments.internal', vets],
  ['samples.write', vets],
  ['administration.view', admins],
  ['customers.manage', admins],
  ['sites.manage', admins],
  ['users.manage', admins],
  ['trainings.manage', admins],
  ['library.manage', admins],
  ['provider.manage', admins],
  ['scanner.manage', admins],
  ['installation.view', admins],
  ['lists.import', admins],
  ['lists.export', admins],
  ['findings.export', all],
  ['audit.view', admins],
  ['sign-in-limits.manage', admins],
]
test.each(roleTable)('%s is allowed to %j', (action, expected) => {
  expect(all.filter((role) => may(userOf(role), action))).toEqual(expected)
  expect(may(userOf(), action)).toBe(false)
})

test('one of several roles is enough', () => {
  expect(may(userOf('Client', 'Admin'), 'users.manage')).toBe(true)
})

const accounts = { client, vet, admin, superAdmin }
test.each([
  ['client', []],
  ['vet', []],
  ['admin', ['client', 'vet']],
  ['superAdmin', ['client', 'vet', 'admin', 'superAdmin']],
] as const)('%s manages the accounts of %j and resets their second factors, but never its own', (name, managed) => {
  const person = { id: 'one', ...accounts[name] }
  const others = Object.entries(accounts).map(([role, account]) => ({ role, id: 'other', ...account }))
  expect(others.filter((other) => mayManageAccount(person, other)).map(({ role }) => role)).toEqual(managed)
  expect(others.filter((other) => mayResetSecondFactor(person, other)).map(({ role }) => role)).toEqual(managed)
  expect(others.filter((other) => mayResetSecondFactor(person, { ...other, id: 'one' }))).toEqual([])
})

test.each([
  [['Client'], [], []],
  [['Veterinarian'], ['Client'], []],
  [['Admin'], ['Client', 'Veterinarian'], ['Client', 'Veterinarian']],
  [['Client', 'SuperAdmin'], ['Client', 'Veterinarian', 'Admin'], all],
] as const)('%j may invite %j and grant %j', (roles, invited, granted) => {
  expect(rolesToInvite(userOf(...roles))).toEqual(invited)
  expect(rolesToGrant(userOf(...roles))).toEqual(granted)
})
