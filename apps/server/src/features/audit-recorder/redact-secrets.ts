/** Fields that must never stand in the audit trail, whoever hands them over: what they hold opens an account. */
const secretField =
  /password(?!_until)|secret|token|_hash$|^(?:reset|recovery|verification)_?codes?$|challenge|credential|public_key/i

/** Gives what is told of a thing without its passwords, codes, tokens and keys, however deep they lie. */
export function redactSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const publicFields = Object.entries(value).filter(([field]) => !secretField.test(field))
  return Object.fromEntries(publicFields.map(([field, fieldValue]) => [field, redactSecrets(fieldValue)]))
}
