import { deathCount } from '@chisholm/domain/key-figures'
import { lotTitle } from '@chisholm/domain/lots'
import { plural } from '@chisholm/domain/plural'

export const lotPageTexts = {
  loading: 'Lot',
  title: lotTitle,
  failed: 'The lot could not be loaded.',
  pdf: 'PDF',
  noPdf: 'The PDF could not be created.',
  ticketOf: (animal: string, ticket: string) => `${animal}, ${ticket}`,
  summary: (died: string, days: number | null) =>
    days === null ? `died ${died}` : `died ${died}, day ${days} on feed`,
  allDeaths: (count: number) => `Show all ${count} deaths`,
  noDiagnosis: 'No diagnosis yet',
  treatment: (animals: number, days: number | null) =>
    [
      plural(animals, '1 animal', `${animals} animals`),
      ...(days === null ? [] : [plural(days, '1 day to death', `${days} days to death`)]),
    ].join(', '),
  bar: (cause: string, deaths: number) => `${cause}: ${deathCount(deaths)}`,
} as const
