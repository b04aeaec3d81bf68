export const setupTexts = {
  title: 'Set up the practice',
  hint: 'This appears on reports, e-mails and screens. No post mortem can be completed until it is filled in; all of it can be changed later.',
  you: 'You',
  firstName: 'First name',
  lastName: 'Last name',
  practice: 'The practice',
  verb: 'Set up the practice',
  done: 'The practice is set up.',
} as const
