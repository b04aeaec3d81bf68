import { compareNames } from '@chisholm/domain/compare-names'
import { plural } from '@chisholm/domain/plural'
import type { LotSummary, ReportAnimal } from '../../pdf/report-content.ts'

/** Reports of at least this many animals begin with a summary of their lots. */
const summaryMin = 6

type GroupedAnimal = Pick<ReportAnimal, 'diagnosis'>

/**
 * Groups the indexes of animals with the same diagnosis, which a report describes together, in the order of each
 * group's first animal. Animals without a diagnosis are separate.
 */
export function groupAnimals(animals: readonly GroupedAnimal[], isGrouped: boolean): number[][] {
  const groups = Map.groupBy(animals.entries(), ([index, { diagnosis }]) =>
    isGrouped && diagnosis !== null ? diagnosis : index,
  )
  return [...groups.values()].map((members) => members.map(([index]) => index))
}

/** Counts the animals by cause and lot, highest first; null below the minimum. */
export function summarizeLots(
  animals: readonly Pick<ReportAnimal, 'diagnosis' | 'lot' | 'pen' | 'systems'>[],
): LotSummary | null {
  if (animals.length < summaryMin) return null
  const causes = count(animals.map(({ diagnosis }) => diagnosis ?? 'No diagnosis'))
  const lots = count(animals.map(({ lot }) => lot?.trim() || 'No lot'))
  const pens = new Set(animals.flatMap(({ pen }) => pen?.trim() || []))
  const known = lots.filter(({ name }) => name !== 'No lot').length
  const parts = [
    plural(animals.length, '1 animal', `${animals.length} animals`),
    known > 0 && plural(known, '1 lot', `${known} lots`),
    pens.size > 0 && plural(pens.size, '1 pen', `${pens.size} pens`),
  ]
  return { headline: parts.filter(Boolean).join(' · '), causes, lots }
}

function count(names: string[]): { name: string; animals: number }[] {
  const counted = [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, animals: all.length }))
  return counted.toSorted((one, other) => other.animals - one.animals || compareNames(one.name, other.name))
}
