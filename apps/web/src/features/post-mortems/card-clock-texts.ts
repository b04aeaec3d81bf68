import type { CarcassBand } from '@chisholm/domain/carcass'

const bandLabels: Record<CarcassBand, string> = { fresh: 'Fresh', fading: 'Fading', poor: 'Poor', late: 'Late' }

const minute = 60_000
const hour = 60 * minute

/** Formats a span in its largest unit. From two days on, hours are omitted. */
function span(milliseconds: number): string {
  if (milliseconds >= 48 * hour) return `${Math.floor(milliseconds / (24 * hour))} days`
  if (milliseconds >= hour) return `${Math.floor(milliseconds / hour)} h`
  return `${Math.max(0, Math.floor(milliseconds / minute))} min`
}

export const clockTexts = {
  bands: bandLabels,
  span,
  since: (milliseconds: number) => `for ${span(milliseconds)}`,
  left: ' left',
  label: 'Carcass:',
  sortBy: 'Sorted by',
  sorts: { newest: 'Newest first', clock: 'Time left' },
  withTimeLeft: 'With time left',
  mine: 'Mine',
  noneMine: 'No ticket here is assigned to you.',
  noneWithTimeLeft: 'No carcass here has time left, or its time of death is not known.',
} as const
