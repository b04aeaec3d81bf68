import { CannotStart, type StartLog } from '../cannot-start.ts'
import { processEnvironment, readSettings, type Settings } from '../settings.ts'
import { explainFailure } from './explain-failure.ts'

/** What the program ends with. */
export const codes = { done: 0, failed: 1, usage: 2, look: 3 } as const

/** What a command did: lines for a person, a value for a script. */
export interface Done {
  lines: string[]
  result: Record<string, unknown>
  /** Done, and yet something needs a look; each is shown. */
  warnings?: string[]
  /** Nothing was done, or it did not work. */
  failed?: boolean
}

/** What people watch while a command works; answers alone go to standard output. */
export const progress: StartLog = {
  info: (text) => console.error(text),
  warn: (text) => console.error(text),
}

/** The same for the queue of jobs. */
export const jobLog = { warn: (_details: object, text: string) => console.error(text) }

/**
 * Runs a command by the settings of the environment, shows what it did, and sets the code the program ends with.
 * Failures an operator can put right are one line, without a stack.
 */
export async function run(options: { json?: boolean }, act: (settings: Settings) => Promise<Done>): Promise<void> {
  const { settings, mistakes } = readSettings(processEnvironment)
  try {
    if (mistakes) throw new CannotStart(mistakes.join('\n'))
    show(await act(settings), options.json ?? false)
  } catch (thrown) {
    const reason = explainFailure(thrown)
    if (reason === undefined) console.error(thrown)
    else if (options.json) console.log(JSON.stringify({ error: reason }))
    else console.error(reason)
    process.exitCode = codes.failed
  }
}

function show({ lines, result, warnings = [], failed = false }: Done, json: boolean): void {
  if (json) console.log(JSON.stringify({ ...result, ...(warnings.length > 0 && { warnings }) }, null, 2))
  else {
    for (const line of lines) console.log(line)
    for (const warning of warnings) console.error(warning)
  }
  process.exitCode = failed ? codes.failed : warnings.length > 0 ? codes.look : codes.done
}
