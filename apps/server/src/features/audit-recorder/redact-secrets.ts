/** Fields that are never written to the audit log, because their values would give access to an account. */
const secretField =
  /password(?!_until)|secret|token|_hash$|^(?:reset|recovery|verification)_?codes?$|challenge|credential|public_key/i

/** Removes passwords, codes, tokens and keys at any depth. */
export function redactSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const publicFields = Object.entries(value).filter(([field]) => !secretField.test(field))
  return Object.fromEntries(publicFields.map(([field, fieldValue]) => [field, redactSecrets(fieldValue)]))
}
