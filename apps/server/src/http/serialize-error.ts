/** What the log tells of an error. */
interface SerializedError {
  type: string
  message: string
  stack: string
  code?: string
  /** Of an error of the database: the rule that was broken. */
  constraint?: string
  table?: string
  cause?: SerializedError
}

const maxDepth = 3

/**
 * What the log tells of an error: what kind it is, its words and where it arose. Whatever else libraries hang on it stays
 * out: the values of a row, a mail and its answer, the bytes of a request. So do the queries of addresses in its words.
 */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutQueryStrings(messageOf(error)), stack: '' }
  // cast: whatever was thrown is asked for these fields only, which may be missing
  const { code, constraint, table } = error as Error & Record<'code' | 'constraint' | 'table', unknown>
  return {
    type: error.name,
    message: withoutQueryStrings(error.message),
    stack: withoutQueryStrings(error.stack ?? ''),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(error.cause !== undefined && depth < maxDepth && { cause: serializeError(error.cause, depth + 1) }),
  }
}

/** Some libraries throw an object that only looks like an error. */
function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  // cast: whatever was thrown is asked for these fields only, which may be missing
  const { message, code } = thrown as Record<'message' | 'code', unknown>
  if (typeof message === 'string' && message !== '') return message
  return typeof code === 'string' ? code : 'an error without words'
}

const withoutQueryStrings = (words: string) => words.replaceAll(/(\/[^\s?"']*)\?[^\s"']+/g, '$1?…')
