import { type DangerSign, strictestLevel } from './danger-signs.ts'

/** A practice's requirement of photos in the slots. If it demands them, a ticket cannot be sent without them. */
export const photoProtocols = ['off', 'offered', 'demanded_without_visit', 'demanded'] as const
export type PhotoProtocol = (typeof photoProtocols)[number]

export const isPhotoProtocol = (text: string): text is PhotoProtocol => photoProtocols.some((one) => one === text)

/** Whether every required slot of each animal needs a photo, or a reason for its absence, before the ticket is sent. */
export const arePhotosDemanded = (protocol: PhotoProtocol, ticket: { noVetVisitRequested: boolean }): boolean =>
  protocol === 'demanded' || (protocol === 'demanded_without_visit' && ticket.noVetVisitRequested)

/**
 * Whether a photo slot is offered at once. With a stop sign only the required ones are, because the others may need an
 * opened animal. Those that have a photo or a reason already stay.
 */
export const isOfferedAtOnce = (
  slot: { required: boolean; isAnswered: boolean },
  signs: readonly Pick<DangerSign, 'level'>[],
): boolean => strictestLevel(signs) !== 'stop' || slot.required || slot.isAnswered
