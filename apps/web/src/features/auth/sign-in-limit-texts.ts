import { plural } from '@chisholm/domain/plural'

export const signInLimitTexts = {
  title: 'Limited sign-ins',
  areaHint: 'Accounts that have to wait after too many failed sign-ins.',
  hint: 'After a hundred failed sign-ins within an hour, further attempts for that address have to wait, a little longer each time. Anyone who has signed in from the same place before is not held up. The log shows where the failed attempts came from.',
  empty: 'No sign-ins are limited.',
  failed: 'Could not load the limited sign-ins.',
  noAccount: 'Nobody has an account with this address.',
  counted: (failures: number, sources: number) =>
    `${failures} failed, from ${plural(sources, 'one network address', `${sources} network addresses`)}.`,
  since: 'Since',
  next: 'Next try',
  ends: 'Ends if no other attempt fails',
  lift: 'Lift',
  liftOf: (address: string) => `Lift the limit of ${address}`,
  lifted: (address: string) => `${address} can sign in again at once.`,
  notLifted: 'The limit could not be lifted.',
} as const
