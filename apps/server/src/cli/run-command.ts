import { OperatorError, type StartupLog } from '../operator-error.ts'
import { processEnvironment, readSettings, type Settings } from '../settings.ts'
import { explainError } from './explain-error.ts'

/** Exit codes of the program. */
export const exitCodes = { done: 0, failed: 1, usage: 2, warning: 3 } as const

/** The result of a command: lines for people, and a value for scripts. */
export interface CommandResult {
  lines: string[]
  result: Record<string, unknown>
  /** These lines go to standard error, and the exit code is 3. */
  warnings?: string[]
  /** If true, the exit code is 1. */
  failed?: boolean
}

/** Progress goes to standard error, so that standard output holds only the result. */
export const progress: StartupLog = {
  info: (text) => console.error(text),
  warn: (text) => console.error(text),
}

export const jobQueueLog = { warn: (_details: object, text: string) => console.error(text) }

/**
 * Runs a command with the settings of the environment, prints its result and sets the exit code. An error that an
 * operator can fix is printed as one line, without a stack.
 */
export async function runCommand(
  options: { json?: boolean },
  command: (settings: Settings) => Promise<CommandResult>,
): Promise<void> {
  const { settings, errors } = readSettings(processEnvironment)
  try {
    if (errors) throw new OperatorError(errors.join('\n'))
    printResult(await command(settings), options.json ?? false)
  } catch (thrown) {
    const reason = explainError(thrown)
    if (reason === undefined) console.error(thrown)
    else if (options.json) console.log(JSON.stringify({ error: reason }))
    else console.error(reason)
    process.exitCode = exitCodes.failed
  }
}

function printResult({ lines, result, warnings = [], failed = false }: CommandResult, json: boolean): void {
  if (json) console.log(JSON.stringify({ ...result, ...(warnings.length > 0 && { warnings }) }, null, 2))
  else {
    for (const line of lines) console.log(line)
    for (const warning of warnings) console.error(warning)
  }
  process.exitCode = failed ? exitCodes.failed : warnings.length > 0 ? exitCodes.warning : exitCodes.done
}
