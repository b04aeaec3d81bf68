import type { User } from '@chisholm/domain/schemas/users'
import { profileTexts } from './profile-texts.ts'

type ProfileField = keyof Pick<User, 'first_name' | 'last_name' | 'phone' | 'city' | 'region' | 'country'>

/** The profile fields that users can edit themselves, with their labels. */
export const profileFields: [ProfileField, string][] = [
  ['first_name', profileTexts.firstName],
  ['last_name', profileTexts.lastName],
  ['phone', profileTexts.phone],
  ['city', profileTexts.city],
  ['region', profileTexts.region],
  ['country', profileTexts.country],
]
