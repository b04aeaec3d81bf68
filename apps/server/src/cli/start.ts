import { findMisspelledSettings } from '../settings-table.ts'
import { processEnvironment, readSettings } from '../settings.ts'
import { serve, type StartOptions } from '../serve.ts'

/** Starts the server. Invalid settings are printed one per line. */
export async function start(options: StartOptions = {}): Promise<void> {
  for (const line of findMisspelledSettings(processEnvironment)) console.error(line)
  const { settings, errors } = readSettings(processEnvironment)
  if (settings) return serve(settings, options)
  for (const error of errors) console.error(error)
  process.exitCode = 1
}
