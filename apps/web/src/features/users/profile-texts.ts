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
  fullSizeHint:
    'Otherwise photos are made small on this device before they are sent. Full size takes much longer to send.',
  wifiOnly: 'Send photos on Wi-Fi only',
  wifiOnlyHint: 'Everything else is sent on any connection. Photos wait on this device until it has Wi-Fi.',
  wifiUnknown:
    'Photos are sent on any connection: this browser does not report whether it uses Wi-Fi. Chrome on Android does, and lets you choose.',
} as const
