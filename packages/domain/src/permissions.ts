import { statusOf, type PostMortemState } from './status.ts'

export const roles = ['Client', 'Veterinarian', 'Admin', 'SuperAdmin'] as const
export type Role = (typeof roles)[number]

export const vetRoles: readonly Role[] = ['Veterinarian', 'Admin', 'SuperAdmin']
export const adminRoles: readonly Role[] = ['Admin', 'SuperAdmin']

export const accountStatuses = ['active', 'invited', 'disabled'] as const

/** Admin and SuperAdmin count as vets (specification 6). Roles that do not exist are none. */
export const isVet = ({ roles }: { roles: readonly string[] }) => vetRoles.some((role) => roles.includes(role))
/** SuperAdmin counts as Admin (specification 6). */
export const isAdmin = (person: { roles: readonly Role[] }) => person.roles.some((role) => adminRoles.includes(role))

/** The state of a ticket that the rules depend on. Whether the user may see the ticket is checked separately. */
export interface PostMortemSubject extends PostMortemState {
  noVetVisitRequested: boolean
  /** Whether an amendment of the completed ticket is open. */
  amending?: boolean
}

type PermissionLevel = 'client' | 'vet' | 'admin'
type Rule = (postMortem: PostMortemSubject) => boolean

const always: Rule = () => true
const never: Rule = () => false
const open: Rule = (postMortem) => statusOf(postMortem) !== 'Completed'
const openOrAmending: Rule = (postMortem) => open(postMortem) || postMortem.amending === true
const completed: Rule = (postMortem) => !open(postMortem)
// An Admin's change of a completed ticket is issued at once, which must not issue what an open amendment holds.
const notAmending: Rule = (postMortem) => postMortem.amending !== true
const isDraft: Rule = (postMortem) => statusOf(postMortem) === 'Draft'
const sent: Rule = (postMortem) => !isDraft(postMortem)
const sentAndOpen: Rule = (postMortem) => open(postMortem) && !isDraft(postMortem)
const sentAndOpenOrAmending: Rule = (postMortem) => sentAndOpen(postMortem) || postMortem.amending === true
const draftOrPending: Rule = (postMortem) => ['Draft', 'Pending'].includes(statusOf(postMortem))

/**
 * Permissions by action, role and state (specification section 6, decisions.md section 4). The server enforces them,
 * and the web app hides actions by them.
 */
const postMortemRules = {
  'postMortem.edit': { client: isDraft, vet: isDraft, admin: isDraft },
  'postMortem.send': { client: isDraft, vet: isDraft, admin: isDraft },
  'postMortem.schedule': { client: never, vet: sentAndOpen, admin: sentAndOpen },
  'postMortem.complete': { client: never, vet: sentAndOpen, admin: sentAndOpen },
  'postMortem.delete': { client: isDraft, vet: open, admin: always },
  'report.view': {
    client: completed,
    vet: completed,
    admin: completed,
  },
  'report.issue': { client: never, vet: sentAndOpen, admin: sentAndOpen },
  'report.preview': { client: never, vet: always, admin: always },
  'report.group': { client: never, vet: sentAndOpenOrAmending, admin: sentAndOpenOrAmending },
  'report.amend': { client: never, vet: completed, admin: completed },
  'animal.add': { client: draftOrPending, vet: open, admin: notAmending },
  'animal.edit': {
    client: (t: PostMortemSubject) => draftOrPending(t) || (t.noVetVisitRequested && open(t)),
    vet: open,
    admin: notAmending,
  },
  'animal.delete': { client: draftOrPending, vet: open, admin: notAmending },
  'animal.diagnose': { client: never, vet: openOrAmending, admin: always },
  'comment.read': { client: sent, vet: sent, admin: sent },
  'comment.write': { client: sent, vet: sent, admin: sent },
  'case.share': { client: never, vet: completed, admin: completed },
  'sample.write': { client: never, vet: always, admin: always },
  'photo.upload': { client: open, vet: always, admin: always },
  // On a completed ticket: photos that its newest report shows, and the reasons for missing ones.
  'photo.edit': { client: open, vet: openOrAmending, admin: always },
  'photo.delete': { client: open, vet: openOrAmending, admin: always },
  // Photos that were added after the newest report.
  'late-photo.edit': { client: open, vet: always, admin: always },
  'late-photo.delete': { client: open, vet: always, admin: always },
} satisfies Record<string, Record<PermissionLevel, Rule>>

export type PostMortemAction = keyof typeof postMortemRules

/** Permissions that depend on the role alone (specification 6). */
const roleRules = {
  'user.invite': vetRoles,
  'user.edit-any': adminRoles,
  'customer.choose': vetRoles,
  'vet.choose-any': adminRoles,
  'inbox.view': vetRoles,
  'planner.view': vetRoles,
  // Clients write those of their own sites, Admins those of all sites.
  'herd.write': ['Client', 'Admin', 'SuperAdmin'],
  'absences.view': vetRoles,
  'absences.manage-any': adminRoles,
  'animal-page.view': vetRoles,
  'comments.internal': vetRoles,
  'samples.write': vetRoles,
  // `rolesToInvite` and `rolesToGrant` decide which roles a user may assign.
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
  // Exports of search results need no permission: they are limited to the user's sites.
  'lists.export': adminRoles,
  'findings.export': roles,
  'audit.view': adminRoles,
  'sign-in-limits.manage': adminRoles,
} satisfies Record<string, readonly Role[]>

export type RoleAction = keyof typeof roleRules

const permissionLevel = (person: { roles: readonly Role[] }): PermissionLevel =>
  isAdmin(person) ? 'admin' : isVet(person) ? 'vet' : 'client'

/** Whether a user may do this to a ticket, or to its animal or photo, in its current state. */
export function can(
  person: { roles: readonly Role[] },
  action: PostMortemAction,
  postMortem: PostMortemSubject,
): boolean {
  return postMortemRules[action][permissionLevel(person)](postMortem)
}

/** Whether the role may ever do this. It distinguishes 403 (never) from 409 (not in this state). */
export function canEver(person: { roles: readonly Role[] }, action: PostMortemAction): boolean {
  return postMortemRules[action][permissionLevel(person)] !== never
}

/** The permission that changing or deleting a photo needs. @param isLate  whether it was added after the newest report */
export const photoAction = (change: 'edit' | 'delete', isLate: boolean) =>
  isLate ? (`late-photo.${change}` as const) : (`photo.${change}` as const)

/**
 * The change of amendment that would allow a forbidden action on a completed ticket: opening one, or ending the open
 * one by issuing or discarding it. Null if neither would, or if the action is allowed.
 */
export function amendmentToAllow(
  person: { roles: readonly Role[] },
  action: PostMortemAction,
  postMortem: PostMortemSubject,
): 'open' | 'end' | null {
  if (can(person, action, postMortem) || !can(person, 'report.amend', postMortem)) return null
  const amending = postMortem.amending !== true
  if (!can(person, action, { ...postMortem, amending })) return null
  return amending ? 'open' : 'end'
}

/** The roles that may do this. */
export const rolesOf = (action: RoleAction): readonly Role[] => roleRules[action]

/** Whether the role may do this, whatever the ticket. */
export const may = (person: { roles: readonly Role[] }, action: RoleAction): boolean =>
  person.roles.some((role) => rolesOf(action).includes(role))

/** Admins manage Clients and Veterinarians; SuperAdmins manage everybody. */
export function mayManageAccount(person: { roles: readonly Role[] }, other: { roles: readonly Role[] }): boolean {
  return person.roles.includes('SuperAdmin') || (isAdmin(person) && !isAdmin(other))
}

/** Admins may reset the second factor of Clients and Veterinarians; SuperAdmins that of everybody else. */
export function mayResetSecondFactor(
  person: { id: string; roles: readonly Role[] },
  other: { id: string; roles: readonly Role[] },
): boolean {
  return person.id !== other.id && mayManageAccount(person, other)
}

/** Roles a user may invite (decisions.md section 4). */
export function rolesToInvite(person: { roles: readonly Role[] }): Role[] {
  if (person.roles.includes('SuperAdmin')) return ['Client', 'Veterinarian', 'Admin']
  if (person.roles.includes('Admin')) return ['Client', 'Veterinarian']
  return isVet(person) ? ['Client'] : []
}

/** Roles that a user may grant to others or take from them. */
export function rolesToGrant(person: { roles: readonly Role[] }): Role[] {
  if (person.roles.includes('SuperAdmin')) return [...roles]
  return person.roles.includes('Admin') ? ['Client', 'Veterinarian'] : []
}
