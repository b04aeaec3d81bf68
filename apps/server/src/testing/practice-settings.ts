/** A practice that somebody named, so that tickets can be completed; empty texts take it away again. */
export const providerSettings = {
  PROVIDER_NAME: 'Prairie Veterinary Services',
  PROVIDER_PHONE: '+1 403 555 0100',
  PROVIDER_EMAIL: 'office@prairievet.example',
  PROVIDER_URL: 'https://prairievet.example',
}

/** The settings of a server whose practice nobody named. */
export const noProviderSettings = Object.fromEntries(Object.keys(providerSettings).map((name) => [name, '']))
