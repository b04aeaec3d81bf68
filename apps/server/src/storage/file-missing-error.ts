/** There is nothing under this key. Whatever else keeps a storage from answering is another error. */
export class FileMissingError extends Error {
  override name = 'FileMissingError'
  readonly key: string

  constructor(key: string, cause?: unknown) {
    super(`there is no file ${key}`, { cause })
    this.key = key
  }
}
