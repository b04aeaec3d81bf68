/** There is no file with this key. Other storage problems are other errors. */
export class FileMissingError extends Error {
  override name = 'FileMissingError'
  readonly key: string

  constructor(key: string, cause?: unknown) {
    super(`there is no file ${key}`, { cause })
    this.key = key
  }
}
