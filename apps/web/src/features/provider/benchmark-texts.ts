/** Texts of the comparison of customers. */
export const benchmarkTexts = {
  title: 'Comparison with other customers',
  hint: 'Whether clients see how their death rates compare with those of your other customers.',
  label: 'Clients may compare their rates with those of the others',
  shared: [
    'For each body system, a client sees its own deaths per 1,000 head a month beside three numbers of all customers: what a quarter, half and three quarters of them stay under.',
    'Nothing is shown unless at least five other customers have a rate, which requires a known head for 80 % of the days.',
    'No name, site, lot, ticket, or number of customers is shown, and no rate of a single one.',
    'Only what was issued counts of the others.',
  ],
} as const
