import { plural } from '@chisholm/domain/plural'

export const bulkTexts = {
  peopleRequired: (most: number) => `Please choose at least one person, and at most ${most}.`,
  actionRequired: 'Please choose what to do.',
  disableAlone: (open: number) =>
    `${plural(open, '1 open post-mortem is', `${open} open post-mortems are`)} assigned to this person. Disable this account on its own page, where you choose who takes over.`,
  done: (done: number, all: number) =>
    done === all ? `Done for ${plural(all, '1 person', `${all} people`)}.` : `Done for ${done} of ${all} people.`,
}
