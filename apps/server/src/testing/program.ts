import { startServer } from './server-process.ts'

/** What a command of the program did. */
interface Ended {
  code: number | undefined
  stdout: string
  stderr: string
}

/** Runs a command of `chisholm` to its end with these settings alone, as an operator does. */
export async function runProgram(settings: Record<string, string>, ...args: string[]): Promise<Ended> {
  const program = startServer(settings, ...args)
  const code = await program.ended
  return { code, stdout: program.stdout, stderr: program.stderr.trimEnd() }
}
