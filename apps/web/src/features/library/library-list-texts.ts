import type { LibraryList } from '@chisholm/domain/library'

export const listTitles: Record<LibraryList, string> = {
  'animal-colors': 'Animal colours',
  'animal-groups': 'Groups',
  'animal-types': 'Animal types',
  breeds: 'Breeds',
  'danger-signs': 'Danger signs',
  diagnoses: 'Diagnoses',
  'health-risks': 'Health risks',
  'photo-slots': 'Photos to take',
  phrases: 'Phrases',
  reports: 'Reports',
  'sample-kinds': 'Kinds of samples',
  species: 'Species',
  'tag-colors': 'Tag colours',
  treatments: 'Treatments',
  'unit-of-measures': 'Units of measure',
}
