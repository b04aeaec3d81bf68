/** The hash of links that lead to the preferences on the profile. */
export const preferencesHash = 'notifications'
