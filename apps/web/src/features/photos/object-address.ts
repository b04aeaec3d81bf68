const addresses = new WeakMap<File, string>()

/**
 * Gives the address of a file on this device, for an <img>: the same for the same file. It is never taken back,
 * for it costs no more than a reference to what lies on the disk.
 */
export function addressOf(file: File): string {
  const address = addresses.get(file) ?? URL.createObjectURL(file)
  addresses.set(file, address)
  return address
}
