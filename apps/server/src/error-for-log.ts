/** Logged fields of an error. */
interface SerializedError {
  type: string
  message: string
  stack: string
  code?: string
  /** Violated constraint of a database error. */
  constraint?: string
  table?: string
  cause?: SerializedError
}

const maxDepth = 3

/**
 * Serialises an error for the log with type, message and stack only. Other fields that libraries attach may hold row
 * values, e-mails or request bodies; query strings of URLs are removed.
 */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutQueryStrings(messageOf(error)), stack: '' }
  // cast: reads these fields only, each of which may be missing
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

/** Some libraries throw objects that are not Errors. */
function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  // cast: reads these fields only, each of which may be missing
  const { message, code } = thrown as Record<'message' | 'code', unknown>
  if (typeof message === 'string' && message !== '') return message
  return typeof code === 'string' ? code : 'an error without a message'
}

const withoutQueryStrings = (words: string) => words.replaceAll(/(\/[^\s?"']*)\?[^\s"']+/g, '$1?…')
