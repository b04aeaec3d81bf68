/** The time zones that this browser knows, and the current one, which may have another name here. */
export function timeZoneChoices(current: string) {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted()
  return names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
