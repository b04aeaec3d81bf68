import type { LibraryList } from '@chisholm/domain/library'

export const listNames: Record<LibraryList, string> = {
  'animal-colors': 'Animal colours',
  'animal-groups': 'Groups',
  'animal-types': 'Animal types',
  breeds: 'Breeds',
  diagnoses: 'Diagnoses',
  'health-risks': 'Health risks',
  reports: 'Reports',
  species: 'Species',
  'tag-colors': 'Tag colours',
  treatments: 'Treatments',
  'unit-of-measures': 'Units of measure',
}
