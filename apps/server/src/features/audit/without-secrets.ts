/** Fields that must never stand in the audit trail, whoever hands them over: what they hold opens an account. */
const secret =
  /password(?!_until)|secret|token|_hash$|^(?:reset|recovery|verification)_?codes?$|challenge|credential|public_key/i

/** Gives what is told of a thing without its passwords, codes, tokens and keys, however deep they lie. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const kept = Object.entries(value).filter(([field]) => !secret.test(field))
  return Object.fromEntries(kept.map(([field, part]) => [field, withoutSecrets(part)]))
}
