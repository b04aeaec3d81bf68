/** Texts of the dialogs that schedule a visit, on its ticket and in the planner. */
export const visitTexts = {
  title: (ticket: string) => `Schedule ${ticket}`,
  date: 'Date',
  time: 'Time',
  timeHint: 'Leave it empty for a visit at any time of the day.',
  minutes: 'Minutes',
  unassigned: 'Unassigned',
  past: {
    title: 'This day has passed. Schedule the visit anyway?',
    yes: 'Yes',
    no: 'Choose another day',
  },
} as const
