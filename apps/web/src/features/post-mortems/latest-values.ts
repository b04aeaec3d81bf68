import type { Animal } from '@chisholm/domain/schemas/post-mortems'

const suggestionCount = 8

/** Earlier input, for the form of the next animal. */
export interface LatestAnimals {
  /** The last animal of the post-mortem, or else of its site. */
  last: Animal | undefined
  /** The latest distinct pens and lots of the site. */
  pens: string[]
  lots: string[]
}

/**
 * @param own     the animals of the post-mortem, oldest first
 * @param ofSite  those of its site, newest first
 */
export function latestAnimals(own: readonly Animal[], ofSite: readonly Animal[], animalId: string): LatestAnimals {
  const animals = [...own.toReversed(), ...ofSite].filter(({ id }) => id !== animalId)
  const distinct = (field: 'pen' | 'lot') =>
    [...new Set(animals.flatMap((animal) => animal[field] ?? []))].slice(0, suggestionCount)
  return { last: animals[0], pens: distinct('pen'), lots: distinct('lot') }
}
