/** The time zones that this browser lists, UTC, and the chosen one, which the browser may list under another name. */
export function timeZoneChoices(current: string) {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted()
  return names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
