/** An error the operator can fix: printed as one line, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Log interface used during startup; a pino or Fastify logger fits. */
export interface StartupLog {
  info(message: string): void
  warn(message: string): void
}

/** @returns the message of any thrown value in one line */
export function errorMessage(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return errorMessage(thrown.errors[0])
  const text = thrown instanceof Error ? thrown.message || thrown.name : String(thrown)
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
