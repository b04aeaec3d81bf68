import { dayOf, type Zone } from './dates.ts'

/** The fields that determine the status (specification 4.1, decisions.md section 4). */
export interface PostMortemState {
  draft: boolean
  completedAt: string | Date | null
  scheduledAt: string | Date | null
  scheduledForId: string | null
}

export const statuses = ['Draft', 'Pending', 'In Progress', 'Completed'] as const
export type Status = (typeof statuses)[number]

/** The status of a ticket, which is derived and never stored by itself (specification 4.1). */
export function statusOf(postMortem: PostMortemState): Status {
  if (postMortem.completedAt) return 'Completed'
  if (postMortem.draft) return 'Draft'
  return postMortem.scheduledAt || postMortem.scheduledForId ? 'In Progress' : 'Pending'
}

/** The statuses that the search offers as a filter. */
export const searchStatuses = ['Completed', 'Draft', 'Pending', 'Scheduled'] as const
export type SearchStatus = (typeof searchStatuses)[number]

export type Badge = 'Overdue' | 'Not Scheduled' | 'No Vet Assigned'

/**
 * The badge of a ticket card, or null (specification 4.3).
 * @param zone  the time zone of the ticket's site, which decides whether a visit is past
 */
export function badgeOf(postMortem: PostMortemState, now: Date, zone: Zone): Badge | null {
  if (statusOf(postMortem) !== 'In Progress') return null
  if (!postMortem.scheduledAt) return 'Not Scheduled'
  if (!postMortem.scheduledForId) return 'No Vet Assigned'
  return dayOf(postMortem.scheduledAt, zone) < dayOf(now, zone) ? 'Overdue' : null
}

/** Tabs of the client's dashboard and site page, as in the URL (specification 2.3). */
export const clientTabs = ['draft', 'pending', 'scheduled', 'complete'] as const
export type ClientTab = (typeof clientTabs)[number]
/** Tabs of the vets' dashboard, as in the URL (specification 2.4). */
export const vetTabs = ['inbox', 'inprogress', 'complete'] as const
export type VetTab = (typeof vetTabs)[number]

/** The filters of GET /post-mortems that select the tickets of each tab (specification 7.3). */
export const tabFilters = (() => {
  const pending = {
    filters: {
      'filter[veterinary_records.in_progress]': 'false',
      'filter[veterinary_records.completed_at:isnull]': 'true',
      'filter[veterinary_records.draft]': 'false',
    },
    sort: '-created_at',
  } as const
  const scheduled = { filters: { 'filter[veterinary_records.in_progress]': 'true' }, sort: '-created_at' } as const
  return {
    draft: { filters: { 'filter[veterinary_records.draft]': 'true' }, sort: '-created_at' },
    pending,
    inbox: pending,
    scheduled,
    inprogress: scheduled,
    complete: {
      filters: { 'filter[veterinary_records.completed_at:isnull]': 'false' },
      sort: '-veterinary_records.created_at',
    },
  } as const satisfies Record<ClientTab | VetTab, object>
})()

export const statusOfTab: Record<ClientTab | VetTab, Status> = {
  draft: 'Draft',
  pending: 'Pending',
  inbox: 'Pending',
  scheduled: 'In Progress',
  inprogress: 'In Progress',
  complete: 'Completed',
}

/** The tab of the clients' dashboard that lists tickets of a status. */
export const clientTabOfStatus: Record<Status, ClientTab> = {
  Draft: 'draft',
  Pending: 'pending',
  'In Progress': 'scheduled',
  Completed: 'complete',
}
