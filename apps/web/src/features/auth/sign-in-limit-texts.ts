import { plural } from '@chisholm/domain/plural'

export const signInLimitTexts = {
  title: 'Limited sign-ins',
  areaHint: 'Whose sign-ins have to wait because too many failed.',
  hint: 'After a hundred failed sign-ins within an hour the next tries for an address have to wait, a little longer each time. Who signed in from the same place before is not held up. The log tells where the failed ones came from.',
  empty: 'Nobody’s sign-ins are limited.',
  failed: 'Could not load the limited sign-ins.',
  noAccount: 'Nobody has an account with this address.',
  counted: (failures: number, sources: number) =>
    `${failures} failed, from ${plural(sources, 'one network address', `${sources} network addresses`)}.`,
  since: 'Since',
  next: 'Next try',
  ends: 'Over, if none fails',
  lift: 'Lift',
  liftOf: (address: string) => `Lift the limit of ${address}`,
  lifted: (address: string) => `${address} can sign in again at once.`,
  notLifted: 'The limit could not be lifted.',
} as const
