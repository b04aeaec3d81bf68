import { formatNumber } from '@chisholm/domain/format-number'

const units = ['kB', 'MB', 'GB', 'TB']

/** Formats a size, for example `4.2 MB`. */
export function formatBytes(bytes: number): string {
  let step = 1
  // The rounded value decides: 999,999 bytes are 1 MB, not 1,000 kB.
  while (step < units.length && Math.round(bytes / 1000 ** step) >= 1000) step++
  const value = bytes / 1000 ** step
  return `${formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[step - 1]}`
}
