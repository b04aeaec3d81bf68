import { startServer } from './server-process.ts'

/** Result of a command. */
interface ProgramResult {
  code: number | undefined
  stdout: string
  stderr: string
}

/** Runs a `chisholm` command with only these settings. */
export const runProgram = (settings: Record<string, string>, ...args: string[]): Promise<ProgramResult> =>
  runProgramWithInput(settings, null, ...args)

/** Like `runProgram`, with text on standard input. */
export async function runProgramWithInput(
  settings: Record<string, string>,
  text: string | null,
  ...args: string[]
): Promise<ProgramResult> {
  const program = startServer(settings, ...args)
  program.child.stdin?.on('error', () => {})
  program.child.stdin?.end(text ?? '')
  const code = await program.ended
  return { code, stdout: program.stdout, stderr: program.stderr.trimEnd() }
}
