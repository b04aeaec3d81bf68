/** Whether this browser can hash, which requires a secure connection. */
export const canHash = () => globalThis.crypto.subtle !== undefined

/** SHA-256 of a file, hexadecimal. The file is read on this device and sent nowhere. */
export async function sha256Of(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
