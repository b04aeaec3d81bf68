import type { User } from '@chisholm/domain/shapes'

type ProfileField = keyof Pick<User, 'first_name' | 'last_name' | 'phone' | 'city' | 'region' | 'country'>

/** The profile fields that users can edit themselves, with their labels. */
export const profileFields: [ProfileField, string][] = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['phone', 'Phone'],
  ['city', 'City'],
  ['region', 'Region'],
  ['country', 'Country'],
]
