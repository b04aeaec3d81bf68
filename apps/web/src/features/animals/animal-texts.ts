/** Pages and forms of animals. */
export const animalTexts = {
  moreAboutAnimal: {
    title: 'More about this animal',
    breed: 'Breed',
    color: 'Animal colour',
    group: 'Group',
    weight: 'Weight (kg)',
    temperature: 'Temperature (°C)',
    diagnosisNote: 'Note to your diagnosis',
  },
} as const
