/** Texts of absences. */
export const absenceTexts = {
  title: 'Days away',
  hint: 'They show in the planner, which warns anyone who plans a visit on such a day.',
  none: 'No upcoming days away.',
  add: 'Add days away',
  edit: 'Edit days away',
  vet: 'Veterinarian',
  from: 'First day',
  to: 'Last day',
  note: 'Note',
  notSaved: 'The days away were not saved.',
  notDeleted: 'The days away were not deleted.',
  failed: 'The days away could not be loaded.',
  deleted: 'The days away were deleted.',
  period: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
} as const
