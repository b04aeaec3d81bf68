/** The time zones this browser knows, plus the current one, which may have another name here. */
export function zoneChoices(set: string) {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', set])].toSorted()
  return names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
