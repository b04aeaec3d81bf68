export const signOutTexts = {
  loggingOut: 'Logging out …',
  typedLost: 'Something was typed and not saved. Logging out deletes it from this device.',
} as const
