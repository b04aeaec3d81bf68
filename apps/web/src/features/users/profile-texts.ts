export const profileTexts = {
  editProfile: 'Edit profile',
  emailStays: 'You sign in with it. Only an Admin can change it.',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  city: 'City',
  region: 'Region',
  country: 'Country',
  photos: 'Photos',
  fullSize: 'Full size',
  fullSizeHint: 'Photos are made small on this device before they are sent. Full size takes much longer to send.',
} as const
