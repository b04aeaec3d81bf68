export const carcassTexts = {
  authorities: 'Whom to call about danger signs',
  authoritiesHint:
    'Shown with the phone number of the practice when somebody ticks a danger sign. The app calls nobody.',
  authority: (rank: number) => `Authority ${rank}`,
  addAuthority: 'Add an authority',
  removeAuthority: (rank: number) => `Remove authority ${rank}`,
  fields: { name: 'Office', phone: 'Number', note: 'When to call, or anything else' },
  limits: 'Carcass clock',
  limitsHint: 'Hours since death. A change counts for all open tickets.',
  carcass_fresh_hours: 'Fresh until',
  carcass_fading_hours: 'Fading until',
  carcass_late_hours: 'Worth opening until',
  carcass_late_hours_cold: 'Below 5 °C until',
  save: 'Update authorities and clock',
} as const
