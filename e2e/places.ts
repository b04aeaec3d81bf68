import os from 'node:os'
import path from 'node:path'

/** Where the server under test keeps its data; two runs at once, each on a port of its own, leave each other alone. */
export const dataDir = path.join(os.tmpdir(), `chisholm-e2e-data-${process.env['E2E_PORT'] ?? '3900'}`)
/** Where screenshots of the journey are kept. */
export const artefacts = path.resolve(import.meta.dirname, '../artefacts')
