const objectUrls = new WeakMap<File, string>()

/** A draft read from the device is in memory, which its URL would hold until the page is closed. */
const revoking = new FinalizationRegistry((url: string) => URL.revokeObjectURL(url))

/** Object URL of a file, one per file. It is revoked once nobody holds the file any more. */
export function objectUrlOf(file: File): string {
  const known = objectUrls.get(file)
  if (known !== undefined) return known
  const url = URL.createObjectURL(file)
  objectUrls.set(file, url)
  revoking.register(file, url)
  return url
}
