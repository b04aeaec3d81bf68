/**
 * Makes a UUID of version 7 on this device, so that what is created here is created once, however often it is sent.
 * `crypto.randomUUID` makes version 4 only; the first 48 bits become the time (RFC 9562, section 5.7).
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}
