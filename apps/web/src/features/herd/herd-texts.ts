export const herdTexts = {
  title: 'Lots and head counts',
  failed: 'The lots and head counts could not be loaded.',
  edit: 'Edit',
  notSaved: 'This could not be saved.',
  head: {
    title: 'Head',
    hint: 'Deaths count against the head: without it, rates are unknown.',
    today: 'Head today',
    save: 'Save head',
    saved: 'The head of today is saved.',
    none: 'No head was counted yet.',
    on: (day: string) => `On ${day}`,
    count: (head: number) => `${head} head`,
  },
  lots: {
    title: 'Lots',
    none: 'This site has no lots yet.',
    add: 'Add a lot',
    edit: (name: string) => `Edit lot ${name}`,
    name: 'Name',
    arrived: 'Arrived',
    headIn: 'Head in',
    source: 'Source',
    sex: 'Sex',
    weight: 'Arrival weight in kg',
    closed: 'Closed',
    facts: (arrived: string | null, head: number | null, closed: string | null) =>
      [
        arrived && `arrived ${arrived}`,
        head === null ? 'unknown head' : `${head} head in`,
        closed && `closed ${closed}`,
      ]
        .filter(Boolean)
        .join(', '),
    delete: 'Delete',
    deleteTitle: (name: string) => `Delete lot ${name}?`,
    deleteText: 'Its animals keep the name of the lot.',
  },
  unmatched: {
    title: 'Lots that animals name',
    hint: 'These are no lots of this site yet. Make the lot, or mend the name on the animals.',
    make: (name: string) => `Make lot ${name}`,
    makeShort: 'Make lot',
    animals: (count: number, last: string) => `${count === 1 ? '1 animal' : `${count} animals`}, the last on ${last}`,
    find: (name: string) => `Tickets of ${name}`,
  },
} as const
