export const profileTexts = {
  editProfile: 'Edit profile',
  emailStays: 'You sign in with it. Only an Admin can change it.',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  city: 'City',
  region: 'Region',
  country: 'Country',
} as const
