export const setupTexts = {
  title: 'Set up the practice',
  hint: 'Reports, e-mails and screens carry this. No post mortem can be completed before; all of it can be changed later.',
  you: 'You',
  firstName: 'First name',
  lastName: 'Last name',
  practice: 'The practice',
  verb: 'Set up the practice',
  done: 'The practice is set up.',
} as const
