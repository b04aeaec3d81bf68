/** The link that calls a number. Spaces, hyphens and brackets, which people type into numbers, are not part of it. */
export const telephoneUrl = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`
