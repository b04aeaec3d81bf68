/** A practice's requirement of photos in the slots. If it demands them, a ticket cannot be sent without them. */
export const photoProtocols = ['off', 'offered', 'demanded_without_visit', 'demanded'] as const
export type PhotoProtocol = (typeof photoProtocols)[number]

export const isPhotoProtocol = (text: string): text is PhotoProtocol => photoProtocols.some((one) => one === text)

/** Whether every required slot of each animal needs a photo, or a reason for its absence, before the ticket is sent. */
export const arePhotosDemanded = (protocol: PhotoProtocol, ticket: { noVetVisitRequested: boolean }): boolean =>
  protocol === 'demanded' || (protocol === 'demanded_without_visit' && ticket.noVetVisitRequested)
