/** Facts of a death that may be unknown, by the names of their filters. */
export const unknownFacts = ['lot', 'diagnosis_id', 'days_on_feed'] as const
export type UnknownFact = (typeof unknownFacts)[number]

/** The sort fields of the tickets that the turnaround counts. */
export const turnaroundSorts = ['requested_at', 'to_scheduled_hours', 'to_completed_hours'] as const
export type TurnaroundSort = (typeof turnaroundSorts)[number]
