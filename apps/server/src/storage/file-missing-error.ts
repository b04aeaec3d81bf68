/** There is no file with this key. All other problems of the storage are other errors. */
export class FileMissingError extends Error {
  override name = 'FileMissingError'
  readonly key: string

  constructor(key: string, cause?: unknown) {
    super(`there is no file ${key}`, { cause })
    this.key = key
  }
}
