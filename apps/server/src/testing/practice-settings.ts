/** A named practice, so that tickets can be completed; empty values unset it. */
export const providerSettings = {
  PROVIDER_NAME: 'Prairie Veterinary Services',
  PROVIDER_PHONE: '+1 403 555 0100',
  PROVIDER_EMAIL: 'office@prairievet.example',
  PROVIDER_URL: 'https://prairievet.example',
}

/** Settings without a named practice. */
export const noProviderSettings = Object.fromEntries(Object.keys(providerSettings).map((name) => [name, '']))
