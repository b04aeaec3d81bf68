/** The time zones that this browser lists, UTC, and the chosen one, which the browser may list under another name. */
export function timeZoneChoices(current: string | null) {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(current ? [current] : [])])].toSorted()
  return names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
