import { statusOf, type PostMortemState } from './status.ts'

export const roles = ['Client', 'Veterinarian', 'Admin', 'SuperAdmin'] as const
export type Role = (typeof roles)[number]

export const vetRoles: readonly Role[] = ['Veterinarian', 'Admin', 'SuperAdmin']
export const adminRoles: readonly Role[] = ['Admin', 'SuperAdmin']

export const accountStatuses = ['active', 'invited', 'disabled'] as const

/** Admin and SuperAdmin count as vets (specification 6). */
export const isVet = (person: { roles: readonly Role[] }) => person.roles.some((role) => vetRoles.includes(role))
export const isAdmin = (person: { roles: readonly Role[] }) => person.roles.some((role) => adminRoles.includes(role))

/** The ticket as the rules see it. Whether the person may see it at all is asked before. */
export interface PostMortemSubject extends PostMortemState {
  noVetVisitRequested: boolean
}

type PermissionLevel = 'client' | 'vet' | 'admin'
type Rule = (postMortem: PostMortemSubject) => boolean

const always: Rule = () => true
const never: Rule = () => false
const open: Rule = (postMortem) => statusOf(postMortem) !== 'Completed'
const isDraft: Rule = (postMortem) => statusOf(postMortem) === 'Draft'
const sentAndOpen: Rule = (postMortem) => open(postMortem) && !isDraft(postMortem)
const draftOrPending: Rule = (postMortem) => ['Draft', 'Pending'].includes(statusOf(postMortem))

/**
 * Who may do what to a ticket in which state: the tables of specification section 6 as read in decisions.md
 * section 4. The server asks it to refuse, the web to hide.
 */
const postMortemRules = {
  'postMortem.edit': { client: isDraft, vet: isDraft, admin: isDraft },
  'postMortem.send': { client: isDraft, vet: isDraft, admin: isDraft },
  'postMortem.schedule': { client: never, vet: sentAndOpen, admin: sentAndOpen },
  'postMortem.complete': { client: never, vet: sentAndOpen, admin: sentAndOpen },
  'postMortem.delete': { client: isDraft, vet: open, admin: always },
  'report.view': {
    client: (t: PostMortemSubject) => !open(t),
    vet: (t: PostMortemSubject) => !open(t),
    admin: (t: PostMortemSubject) => !open(t),
  },
  'animal.add': { client: draftOrPending, vet: open, admin: always },
  'animal.edit': {
    client: (t: PostMortemSubject) => draftOrPending(t) || (t.noVetVisitRequested && open(t)),
    vet: open,
    admin: always,
  },
  'animal.delete': { client: draftOrPending, vet: open, admin: always },
  'animal.diagnose': { client: never, vet: open, admin: always },
  'photo.upload': { client: open, vet: always, admin: always },
  'photo.delete': { client: open, vet: always, admin: always },
} satisfies Record<string, Record<PermissionLevel, Rule>>

export type PostMortemAction = keyof typeof postMortemRules

/** What a role may do at all, whatever the thing (specification 6). */
const roleRules = {
  'user.invite': vetRoles,
  'user.edit-any': adminRoles,
  'customer.choose': vetRoles,
  'vet.choose-any': adminRoles,
  'inbox.view': vetRoles,
  'animal-page.view': vetRoles,
  // Only a SuperAdmin makes Admins and SuperAdmins: rolesToInvite, rolesToGrant.
  'administration.view': adminRoles,
  'customers.manage': adminRoles,
  'sites.manage': adminRoles,
  'users.manage': adminRoles,
  'trainings.manage': adminRoles,
  'library.manage': adminRoles,
  'provider.manage': adminRoles,
  'scanner.manage': adminRoles,
  'installation.view': adminRoles,
  'lists.import': adminRoles,
  // every list; what one finds by a search, everybody may take along: of the sites one may see
  'lists.export': adminRoles,
  'findings.export': roles,
  'audit.view': adminRoles,
  'signInLimits.manage': adminRoles,
} satisfies Record<string, readonly Role[]>

export type RoleAction = keyof typeof roleRules

const permissionLevel = (person: { roles: readonly Role[] }): PermissionLevel =>
  isAdmin(person) ? 'admin' : isVet(person) ? 'vet' : 'client'

/** Says whether a person may do this to a ticket (or to an animal or photo of it) in the state it is in. */
export function can(
  person: { roles: readonly Role[] },
  action: PostMortemAction,
  postMortem: PostMortemSubject,
): boolean {
  return postMortemRules[action][permissionLevel(person)](postMortem)
}

/** Says whether a person's role ever allows this on a ticket: tells 403 (never) from 409 (not in this state). */
export function canEver(person: { roles: readonly Role[] }, action: PostMortemAction): boolean {
  return postMortemRules[action][permissionLevel(person)] !== never
}

/** Says whether a person's role allows this, independent of any ticket. */
export function may(person: { roles: readonly Role[] }, action: RoleAction): boolean {
  // cast: includes wants the type of its elements, and any role may be asked for
  return person.roles.some((role) => (roleRules[action] as readonly Role[]).includes(role))
}

/** Whose account a person may manage: an Admin those of Clients and Veterinarians, a SuperAdmin everybody's. */
export function mayManageAccount(person: { roles: readonly Role[] }, other: { roles: readonly Role[] }): boolean {
  return person.roles.includes('SuperAdmin') || (isAdmin(person) && !isAdmin(other))
}

/** Who may take the second factor from somebody who lost it: Admin from Clients and Veterinarians, SuperAdmin from all. */
export function mayResetSecondFactor(
  person: { id: string; roles: readonly Role[] },
  other: { id: string; roles: readonly Role[] },
): boolean {
  return person.id !== other.id && mayManageAccount(person, other)
}

/** Roles a person may give by invitation: Admin makes Veterinarians, SuperAdmin also Admins (decisions.md section 4). */
export function rolesToInvite(person: { roles: readonly Role[] }): Role[] {
  if (person.roles.includes('SuperAdmin')) return ['Client', 'Veterinarian', 'Admin']
  if (person.roles.includes('Admin')) return ['Client', 'Veterinarian']
  return isVet(person) ? ['Client'] : []
}

/** Roles a person may give or take in an account: only a SuperAdmin makes Admins and SuperAdmins, or unmakes them. */
export function rolesToGrant(person: { roles: readonly Role[] }): Role[] {
  if (person.roles.includes('SuperAdmin')) return [...roles]
  return person.roles.includes('Admin') ? ['Client', 'Veterinarian'] : []
}
