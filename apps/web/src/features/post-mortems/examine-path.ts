/** The examination of an animal. */
export const examinePath = (postMortemId: string, animalId: string): string =>
  `/a/vet/ticketdetail/${postMortemId}?step=examine&animal=${animalId}`
