import { describe, expect, test } from 'vitest'
import { countChanges, noChanges, type OfferedSite, withChanges, withToggledSite } from './site-access-changes.ts'

const site = (id: string): OfferedSite => ({ id, name: id, retired: 0, customer: { id: 'c', name: 'Prairie Feeders' } })
const [north, south, west] = [site('north'), site('south'), site('west')]
const idsOf = (sites: OfferedSite[]) => sites.map(({ id }) => id)

describe('changes of the sites of a client', () => {
  test('add and remove sites, and are none once they are taken back', () => {
    const added = withToggledSite([north, south], noChanges, west)
    const both = withToggledSite([north, south], added, south)
    expect(idsOf(withChanges([north, south], both))).toEqual(['north', 'west'])
    expect(countChanges([north, south], both)).toBe(2)
    const one = withToggledSite([north, south], both, south)
    expect(withToggledSite([north, south], one, west)).toEqual(noChanges)
  })

  test('keep what another Admin has changed since', () => {
    const added = withToggledSite([north, south], noChanges, west)
    expect(idsOf(withChanges([north], added))).toEqual(['north', 'west'])
    const removed = withToggledSite([north], noChanges, north)
    expect(idsOf(withChanges([north, south], removed))).toEqual(['south'])
  })

  test('that another Admin has already made are not counted and made again', () => {
    const changes = withToggledSite([north], withToggledSite([north], noChanges, west), north)
    expect(countChanges([west], changes)).toBe(0)
    expect(idsOf(withChanges([west], changes))).toEqual(['west'])
  })
})
