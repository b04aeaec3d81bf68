/** How much a practice asks for photos of the slots; where they are demanded, a ticket is not sent without. */
export const photoProtocols = ['off', 'offered', 'demanded_without_visit', 'demanded'] as const
export type PhotoProtocol = (typeof photoProtocols)[number]

export const isPhotoProtocol = (text: string): text is PhotoProtocol => photoProtocols.some((one) => one === text)

/** Whether sending a ticket needs a photo, or the reason why there is none, in every required slot of each animal. */
export const arePhotosDemanded = (protocol: PhotoProtocol, ticket: { noVetVisitRequested: boolean }): boolean =>
  protocol === 'demanded' || (protocol === 'demanded_without_visit' && ticket.noVetVisitRequested)
