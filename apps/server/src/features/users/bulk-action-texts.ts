import { plural } from '@chisholm/domain/plural'

export const bulkTexts = {
  peopleRequired: (most: number) => `Please choose at least one person, and at most ${most}.`,
  actionRequired: 'Please choose what to do.',
  done: (done: number, all: number) =>
    done === all ? `Done for ${plural(all, '1 person', `${all} people`)}.` : `Done for ${done} of ${all} people.`,
}
