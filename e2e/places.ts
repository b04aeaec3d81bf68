import os from 'node:os'
import path from 'node:path'

/** Where the server under test keeps its data. */
export const dataDir = path.join(os.tmpdir(), 'chisholm-e2e-data')
/** Where screenshots of the journey are kept. */
export const artefacts = path.resolve(import.meta.dirname, '../artefacts')
