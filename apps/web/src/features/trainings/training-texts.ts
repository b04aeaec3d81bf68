/** Trainings as readers see them. */
export const trainingTexts = {
  none: 'There are no trainings',
  backToMenu: 'Back to menu',
} as const
