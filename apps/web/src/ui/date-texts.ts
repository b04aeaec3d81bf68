/** Texts of the date field and its calendar. */
export const dateTexts = {
  calendar: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
  time: 'Time',
  timeOf: (field: string) => `${field}: time`,
  now: 'Now',
  nowOf: (field: string) => `${field}: now`,
  dateFormat: 'MM/DD/YYYY',
} as const
