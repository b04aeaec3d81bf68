import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { expect, test } from 'vitest'
import { deathRows } from './death-rows.ts'
import { deathTexts } from './death-texts.ts'

test('times of death are those of the site, whose zone is named where clocks differ from those of the practice', () => {
  const fields = { found_at: '2026-07-01T12:15:00Z', arrived_at: null, air_temperature_c: null, treatments_given: [] }
  // cast: only the fields that are read
  const animal = fields as Partial<Animal> as Animal
  const found = (siteZone: string) => deathRows(animal, siteZone, 'America/Edmonton')[0]?.[1]
  expect(found('America/Edmonton')).toBe('July 1st 2026, 6:15 AM')
  expect(found('America/Winnipeg')).toBe('July 1st 2026, 7:15 AM CDT')
})

test.each([
  ['2026-07-01', 'America/Edmonton', '1st 2026, 0 days on feed'],
  ['2026-06-30', 'America/Edmonton', '30th 2026, 1 day on feed'],
  ['2026-06-29', 'America/Edmonton', '29th 2026, 2 days on feed'],
  ['2026-07-01', 'America/Halifax', '1st 2026, 1 day on feed'],
])(
  'an animal that arrived on %s at a site in %s and died on July 1st in the zone of the practice shows %s',
  (arrived_at, siteZone, shown) => {
    // in Halifax already 00:30 on July 2nd
    const fields = { died_at: '2026-07-02T03:30:00Z', arrived_at, air_temperature_c: null, treatments_given: [] }
    // cast: only the fields that are read
    const rows = deathRows(fields as Partial<Animal> as Animal, siteZone, 'America/Edmonton')
    expect(rows.find(([name]) => name === deathTexts.arrived)?.[1]).toContain(shown)
  },
)
