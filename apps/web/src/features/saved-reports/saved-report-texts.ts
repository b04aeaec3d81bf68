/** Animal reports. */
export const savedReportTexts = {
  newAnimalReport: 'New animal report',
  filters: {
    tagColor: 'Tag colour',
    temperature: 'Temperature',
    weight: 'Weight',
    group: 'Group',
    date: 'Date of death',
    breed: 'Breed',
    animalColor: 'Animal colour',
  },
} as const
