export const trainingTexts = {
  none: 'There are no trainings',
  cases: 'Teaching cases',
  backToMenu: 'Back to menu',
} as const
