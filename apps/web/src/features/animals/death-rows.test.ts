import type { Animal } from '@chisholm/domain/schemas'
import { expect, test } from 'vitest'
import { deathRows } from './death-rows.ts'

test('times of death are those of the site, whose zone is named where clocks differ from those of the practice', () => {
  const facts = { found_at: '2026-07-01T12:15:00Z', arrived_at: null, air_temperature_c: null, treatments_given: [] }
  // cast: only the fields that are read
  const animal = facts as Partial<Animal> as Animal
  const found = (siteZone: string) => deathRows(animal, siteZone, 'America/Edmonton')[0]?.[1]
  expect(found('America/Edmonton')).toBe('July 1st 2026, 6:15 AM')
  expect(found('America/Winnipeg')).toBe('July 1st 2026, 7:15 AM CDT')
})
