/**
 * Generates a UUIDv7 on the client, so that a request sent twice creates one record. `crypto.randomUUID` only makes
 * version 4, so the first 48 bits are replaced by the time (RFC 9562, section 5.7).
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
