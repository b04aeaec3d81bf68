import type { User } from '@chisholm/domain/schemas/users'
import { profileTexts } from './profile-texts.ts'

type ProfileField = keyof Pick<User, 'first_name' | 'last_name' | 'phone' | 'city' | 'region' | 'country'>

/** The profile as a form shows it. */
export type ProfileValues = Record<ProfileField, string>

/** The profile fields that users can edit themselves, with their labels. */
export const profileFields: [ProfileField, string][] = [
  ['first_name', profileTexts.firstName],
  ['last_name', profileTexts.lastName],
  ['phone', profileTexts.phone],
  ['city', profileTexts.city],
  ['region', profileTexts.region],
  ['country', profileTexts.country],
]

export const profileValuesOf = (user: Partial<Record<ProfileField, string | null>>): ProfileValues => ({
  first_name: user.first_name ?? '',
  last_name: user.last_name ?? '',
  phone: user.phone ?? '',
  city: user.city ?? '',
  region: user.region ?? '',
  country: user.country ?? '',
})
