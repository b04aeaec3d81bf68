import type { Known } from './known.ts'

export const roles = ['client', 'vet', 'admin'] as const
export type Who = 'stranger' | (typeof roles)[number]

export interface Sight {
  h1: string | RegExp
  /** Main controls by role and accessible name, like `button Login`; a `field` is found by its label. */
  controls?: string[]
  lacks?: string[]
  texts?: (string | RegExp)[]
}

/** A screen, a redirect, or `home`: a redirect to the role's start page with a message. */
export type Outcome = Sight | { leadsTo: string } | 'home'

export interface Line {
  /** Names the screen and its screenshots. */
  name: string
  /** The path in apps/web/src/routes.tsx; null for a URL without a route. */
  route: string | null
  address: (known: Known) => string
  seen: (known: Known) => Record<Who, Outcome>
}

const out = { leadsTo: '/u/login' }

/** The same outcome for every signed-in role. */
export const forAll = (outcome: Outcome): Record<Who, Outcome> => ({
  stranger: out,
  client: outcome,
  vet: outcome,
  admin: outcome,
})
/** For vet roles only; clients are redirected home. */
export const forVets = (outcome: Outcome): Record<Who, Outcome> => ({ ...forAll(outcome), client: 'home' })
export const forEach = (client: Outcome, vet: Outcome): Record<Who, Outcome> => ({ ...forAll(vet), client })
/** For Admins and SuperAdmins only; everybody else is redirected home. */
export const forAdmins = (outcome: Outcome): Record<Who, Outcome> => ({ ...forVets(outcome), vet: 'home' })
