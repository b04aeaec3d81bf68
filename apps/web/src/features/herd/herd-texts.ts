import { formatNumber } from '@chisholm/domain/format-number'
import { plural } from '@chisholm/domain/plural'

export const herdTexts = {
  title: 'Lots and head counts',
  failed: 'The lots and head counts could not be loaded.',
  edit: 'Edit',
  notSaved: 'This could not be saved.',
  head: {
    title: 'Head',
    hint: 'Death rates are calculated from the head: without it they are unknown.',
    today: 'Head today',
    save: 'Save head',
    saved: 'Today’s head count is saved.',
    none: 'No head count yet.',
    on: (day: string) => `On ${day}`,
    count: (head: number) => `${formatNumber(head)} head`,
  },
  lots: {
    title: 'Lots',
    none: 'This site has no lots yet.',
    add: 'Add a lot',
    edit: (name: string) => `Edit lot ${name}`,
    name: 'Name',
    keepName: (name: string) => `Animals of ${name} stay in this lot`,
    otherNames: 'Also called',
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    arrived: 'Arrived',
    headIn: 'Head in',
    source: 'Source',
    sex: 'Sex',
    weight: 'Arrival weight in kg',
    closed: 'Closed',
    closedLots: (count: number) => `Closed lots: ${count}`,
    facts: (arrived: string | null, head: number | null, closed: string | null) =>
      [
        arrived && `arrived ${arrived}`,
        head === null ? 'unknown head' : `${formatNumber(head)} head in`,
        closed && `closed ${closed}`,
      ]
        .filter(Boolean)
        .join(', '),
    delete: 'Delete',
    deleteTitle: (name: string) => `Delete lot ${name}?`,
    deleteText: 'Its animals keep the name of the lot.',
  },
  unmatched: {
    title: 'Lot names without a lot',
    hint: 'Animals were recorded with these names, but the site has no such lots. Choose the lot that was meant, or create it.',
    make: (name: string) => `Create lot ${name}`,
    makeShort: 'Create lot',
    means: (lot: string) => `Means ${lot}`,
    meansOf: (name: string, lot: string) => `${name} means ${lot}`,
    choose: 'Choose lot',
    chooseFor: (name: string) => `Which lot does ${name} mean?`,
    lot: 'Lot',
    matched: (name: string, lot: string) => `Animals of ${name} belong to ${lot}.`,
    animals: (count: number, last: string) => `${plural(count, '1 animal', `${count} animals`)}, the last on ${last}`,
    find: (name: string) => `Tickets of ${name}`,
  },
} as const
