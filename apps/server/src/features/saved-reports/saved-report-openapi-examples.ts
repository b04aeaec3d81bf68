import { constants } from '@chisholm/domain/constants'
import { choiceKeys, rangeKeys } from '@chisholm/domain/report-filter'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { pageParameters, queryParameter } from '../../http/openapi/list-parameters.ts'

const filter = {
  tagColor: [exampleIds.tagColor],
  weight: { min: 300, max: 600 },
  date: { min: '2026-01-01', max: null },
}

export const reportExamples = {
  create: {
    report: { body: { type: 'animals', name: 'Yellow tags this year', parameters: { filter } } },
    withId: { body: { id: exampleIds.newId, type: 'animals', name: 'All animals', parameters: { filter: {} } } },
  },
  change: {
    rename: { id: exampleIds.savedReport, body: { name: 'Light ones' } },
    filter: { id: exampleIds.savedReport, body: { parameters: { filter } } },
  },
}

export const resultsParameters = [
  ...pageParameters(constants.postMortemPageSize),
  queryParameter('sort', 'By date of death.', { type: 'string', enum: ['date', '-date'], default: '-date' }, '-date'),
]

const { tagColor, animalGroup: group, breed, animalColor } = exampleIds
const chosen = { tagColor, group, breed, animalColor }

/** Query parameters of a filter that is run without being saved. */
export const filterParameters = [
  ...choiceKeys.map((key) =>
    queryParameter(
      `filter[${key}]`,
      `Ids of entries of the list for ${key}. Commas make a list: any of them.`,
      { type: 'string' },
      chosen[key],
    ),
  ),
  ...rangeKeys.flatMap((key) =>
    (['min', 'max'] as const).map((end) =>
      queryParameter(
        `filter[${key}][${end}]`,
        `The ${end === 'min' ? 'lowest' : 'highest'} ${key}.`,
        { type: 'string' },
        key === 'date' ? '2026-11-20' : '40',
      ),
    ),
  ),
]
