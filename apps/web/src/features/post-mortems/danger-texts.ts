import type { DangerLevel } from '@chisholm/domain/danger-signs'

export const dangerTexts = {
  titles: {
    stop: 'Do not open or move this animal',
    call: 'Call the practice first',
  } satisfies Record<DangerLevel, string>,
  /** The practice is not told to call itself. */
  titlesForPractice: {
    stop: 'Do not open or move this animal',
    call: 'Danger signs reported',
  } satisfies Record<DangerLevel, string>,
  whatToDo: 'What to do, whom to call',
  /** The name of the practice, if it is known. */
  call: (practice: string) => `Call ${practice || 'the practice'}`,
  authorities: 'Who else to call',
  nobodyTold: 'This app tells no authority. Call them yourself.',
  haveRead: 'I have read this',
  goBack: 'Go Back',
  goOn: 'Go on with the request',
  readWarning: 'Read the warning',
  banner: 'Danger',
  notifiable: 'Notifiable diagnosis',
} as const
