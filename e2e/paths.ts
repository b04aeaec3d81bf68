import os from 'node:os'
import path from 'node:path'

/** The data directory of the server under test. Its name contains the port, so that two runs can share a machine. */
export const dataDir = path.join(os.tmpdir(), `chisholm-e2e-data-${process.env['E2E_PORT'] ?? '3900'}`)
export const artefacts = path.resolve(import.meta.dirname, '../artefacts')
