import { OperatorError, type StartupLog } from '../operator-error.ts'
import { processEnvironment, readSettings, type Settings } from '../settings.ts'
import { explainError } from './explain-error.ts'

/** What the program ends with. */
export const exitCodes = { done: 0, failed: 1, usage: 2, warning: 3 } as const

/** What a command did: lines for a person, a value for a script. */
export interface CommandResult {
  lines: string[]
  result: Record<string, unknown>
  /** Done, and yet something needs a look; each is shown. */
  warnings?: string[]
  /** Nothing was done, or it did not work. */
  failed?: boolean
}

/** What people watch while a command works; answers alone go to standard output. */
export const progress: StartupLog = {
  info: (text) => console.error(text),
  warn: (text) => console.error(text),
}

/** The same for the queue of jobs. */
export const jobQueueLog = { warn: (_details: object, text: string) => console.error(text) }

/**
 * Runs a command by the settings of the environment, shows what it did, and sets the code the program ends with.
 * Failures an operator can put right are one line, without a stack.
 */
export async function runCommand(
  options: { json?: boolean },
  command: (settings: Settings) => Promise<CommandResult>,
): Promise<void> {
  const { settings, mistakes } = readSettings(processEnvironment)
  try {
    if (mistakes) throw new OperatorError(mistakes.join('\n'))
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
