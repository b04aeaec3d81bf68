const objectUrls = new WeakMap<File, string>()

/** Object URL of a file, one per file. Never revoked: it only references the file on disk. */
export function objectUrlOf(file: File): string {
  const url = objectUrls.get(file) ?? URL.createObjectURL(file)
  objectUrls.set(file, url)
  return url
}
