const addresses = new WeakMap<File, string>()

/** Object URL of a file, one per file. Never revoked: it only references the file on disk. */
export function addressOf(file: File): string {
  const address = addresses.get(file) ?? URL.createObjectURL(file)
  addresses.set(file, address)
  return address
}
