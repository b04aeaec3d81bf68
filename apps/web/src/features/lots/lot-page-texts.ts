import { lotTitle } from '@chisholm/domain/lots'

export const lotPageTexts = {
  loading: 'Lot',
  title: lotTitle,
  failed: 'The lot could not be loaded.',
  pdf: 'PDF',
  noPdf: 'The PDF could not be created.',
  ticketOf: (animal: string, ticket: string) => `${animal}, ${ticket}`,
  facts: (died: string, days: number | null) => (days === null ? `died ${died}` : `died ${died}, day ${days} on feed`),
  allDeaths: (count: number) => `Show all ${count} deaths`,
  noDiagnosis: 'No diagnosis yet',
  treatment: (animals: number, days: number | null) =>
    `${animals === 1 ? '1 animal' : `${animals} animals`}${days === null ? '' : `, ${days} days to death`}`,
  bar: (cause: string, deaths: number) => `${cause}: ${deaths === 1 ? '1 death' : `${deaths} deaths`}`,
} as const
