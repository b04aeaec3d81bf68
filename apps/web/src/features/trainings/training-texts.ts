export const trainingTexts = {
  none: 'There are no trainings',
  backToMenu: 'Back to menu',
} as const
