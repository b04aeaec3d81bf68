import { v7 as uuidv7 } from 'uuid'

declare const table: unique symbol

/** Id of a row. Its type names the table, so that ids of different tables cannot be mixed up. */
type Id<Table extends string> = string & { readonly [table]: Table }

export type AbsenceId = Id<'absences'>
export type AlertId = Id<'alerts'>
export type AlertRuleId = Id<'alert_rules'>
export type AnimalId = Id<'animals'>
export type CalendarFeedId = Id<'calendar_feeds'>
export type CommentId = Id<'comments'>
export type CustomerId = Id<'customers'>
export type HeadCountId = Id<'head_counts'>
export type LotId = Id<'lots'>
export type NotificationId = Id<'notifications'>
export type PhotoId = Id<'photos'>
export type PostMortemId = Id<'post_mortems'>
export type PushSubscriptionId = Id<'push_subscriptions'>
export type SampleId = Id<'samples'>
export type ScheduledReportId = Id<'scheduled_reports'>
export type SiteId = Id<'sites'>
export type TeachingCaseId = Id<'teaching_cases'>
export type UserId = Id<'users'>

/** Converts an id to lower case, as PostgreSQL returns it. */
export const lowerCased = <Of extends string>(id: Of): Of =>
  // cast: only the case changes
  id.toLowerCase() as Of

/** The lowest id, at which reading in pages starts. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export const lowestId = <Of extends string>(): Of =>
  // cast: no row has this id
  '00000000-0000-0000-0000-000000000000' as Of

/**
 * Generates an id that sorts by time.
 * @param msecs  the time in milliseconds; default: now
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export const newId = <Of extends string = string>(msecs?: number): Of =>
  // cast: the id is new, so it can be of any kind
  uuidv7(msecs === undefined ? undefined : { msecs }) as Of
