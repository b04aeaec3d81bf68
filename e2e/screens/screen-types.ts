import type { ScreenFixtures } from '../helpers/screen-fixtures.ts'

export const roles = ['client', 'vet', 'admin'] as const
export type TestRole = 'anonymous' | (typeof roles)[number]

export interface ExpectedScreen {
  h1: string | RegExp
  /** The main controls by role and accessible name, like `button Login`. A `field` is found by its label. */
  controls?: string[]
  absentControls?: string[]
  texts?: (string | RegExp)[]
}

/** The result of opening a URL: a screen, another URL, or `home`, which is the role's start page with a message. */
export type ScreenOutcome = ExpectedScreen | { redirectsTo: string } | 'home'

export interface ScreenCase {
  /** The name of the test and of the screenshots. */
  name: string
  /** The path in apps/web/src/routes.tsx. Null for a URL without a route. */
  route: string | null
  url: (fixtures: ScreenFixtures) => string
  expected: (fixtures: ScreenFixtures) => Record<TestRole, ScreenOutcome>
}

const redirectToLogin = { redirectsTo: '/u/login' }

/** The outcome is the same for every signed-in role. */
export const forAllRoles = (outcome: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  anonymous: redirectToLogin,
  client: outcome,
  vet: outcome,
  admin: outcome,
})
/** Only vet roles see the screen. Clients are redirected home. */
export const forVetRoles = (outcome: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  ...forAllRoles(outcome),
  client: 'home',
})
export const forClientsAndVets = (client: ScreenOutcome, vet: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  ...forAllRoles(vet),
  client,
})
/** Only Admins and SuperAdmins see the screen. Everybody else is redirected home. */
export const forAdmins = (outcome: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  ...forVetRoles(outcome),
  vet: 'home',
})
