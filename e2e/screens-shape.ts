import type { Known } from './known.ts'

export const roles = ['client', 'vet', 'admin'] as const
export type Who = 'stranger' | (typeof roles)[number]

/** What must be seen on a screen. */
export interface Sight {
  h1: string | RegExp
  /** Main controls: role and accessible name in one, like `button Login`; `field` is found by its label. */
  controls?: string[]
  /** Controls that must not be there. */
  lacks?: string[]
  texts?: (string | RegExp)[]
}

/** Leads on to another address; `home` is the role's own start page, told with a word why. */
export type Outcome = Sight | { leadsTo: string } | 'home'

export interface Line {
  /** Names the screen, and its screenshots. */
  name: string
  /** The path in apps/web/src/routes.tsx; null for an address that none of them answers. */
  route: string | null
  address: (known: Known) => string
  seen: (known: Known) => Record<Who, Outcome>
}

/** Where whoever is not signed in is led from every page of the app. */
const out = { leadsTo: '/u/login' }

/** The same for all who are signed in. */
export const forAll = (outcome: Outcome): Record<Who, Outcome> => ({
  stranger: out,
  client: outcome,
  vet: outcome,
  admin: outcome,
})
/** For vet roles only: a client is sent home. */
export const forVets = (outcome: Outcome): Record<Who, Outcome> => ({ ...forAll(outcome), client: 'home' })
/** Clients see one thing, vet roles another. */
export const forEach = (client: Outcome, vet: Outcome): Record<Who, Outcome> => ({ ...forAll(vet), client })
/** For Admins and SuperAdmins only: everybody else is sent home. */
export const forAdmins = (outcome: Outcome): Record<Who, Outcome> => ({ ...forVets(outcome), vet: 'home' })
