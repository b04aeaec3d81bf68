/** Every zone this browser knows, and the one that is set, which may go by another name here. */
export function zoneChoices(set: string) {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', set])].toSorted()
  return names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
