import type { ScreenFixtures } from '../helpers/screen-fixtures.ts'

export const roles = ['client', 'vet', 'admin'] as const
export type TestRole = 'anonymous' | (typeof roles)[number]

export interface ExpectedScreen {
  h1: string | RegExp
  /** Main controls by role and accessible name, like `button Login`; a `field` is found by its label. */
  controls?: string[]
  absentControls?: string[]
  texts?: (string | RegExp)[]
}

/** A screen, a redirect, or `home`: a redirect to the role's start page with a message. */
export type ScreenOutcome = ExpectedScreen | { redirectsTo: string } | 'home'

export interface ScreenCase {
  /** Names the screen and its screenshots. */
  name: string
  /** The path in apps/web/src/routes.tsx; null for a URL without a route. */
  route: string | null
  url: (fixtures: ScreenFixtures) => string
  expected: (fixtures: ScreenFixtures) => Record<TestRole, ScreenOutcome>
}

const redirectToLogin = { redirectsTo: '/u/login' }

/** The same outcome for every signed-in role. */
export const forAllRoles = (outcome: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  anonymous: redirectToLogin,
  client: outcome,
  vet: outcome,
  admin: outcome,
})
/** For vet roles only; clients are redirected home. */
export const forVetRoles = (outcome: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  ...forAllRoles(outcome),
  client: 'home',
})
export const forClientsAndVets = (client: ScreenOutcome, vet: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  ...forAllRoles(vet),
  client,
})
/** For Admins and SuperAdmins only; everybody else is redirected home. */
export const forAdmins = (outcome: ScreenOutcome): Record<TestRole, ScreenOutcome> => ({
  ...forVetRoles(outcome),
  vet: 'home',
})
