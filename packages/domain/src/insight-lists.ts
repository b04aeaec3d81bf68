/** Fields of a death that may be unknown, by the names of their filters. */
export const unknownFields = ['lot', 'diagnosis_id', 'days_on_feed'] as const
export type UnknownField = (typeof unknownFields)[number]

/** The sort fields of the tickets that the turnaround counts. */
export const turnaroundSorts = ['requested_at', 'to_scheduled_hours', 'to_completed_hours'] as const
export type TurnaroundSort = (typeof turnaroundSorts)[number]
