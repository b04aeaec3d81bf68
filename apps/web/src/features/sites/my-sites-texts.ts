export const mySitesTexts = {
  title: 'My Locations',
  moreAccess: (provider: string | undefined) =>
    `For access to more locations ask ${provider || 'your veterinary practice'}`,
} as const
