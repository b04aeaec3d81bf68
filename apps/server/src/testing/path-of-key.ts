import { createHash } from 'node:crypto'
import path from 'node:path'

/** Path of a stored file in DATA_DIR. */
export function pathOfKey(dataDir: string, key: string): string {
  const [kind = '', name = ''] = key.split('/')
  return path.join(dataDir, 'files', kind, createHash('sha256').update(name).digest('hex').slice(0, 2), name)
}
