const units = ['kB', 'MB', 'GB', 'TB']

/** Formats a size, for example `4.2 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length)
  const value = bytes / 1000 ** step
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[step - 1]}`
}
