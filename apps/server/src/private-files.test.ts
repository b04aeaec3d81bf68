import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from './testing/server-process.ts'

test('what lies in DATA_DIR is for its owner alone, whatever the umask, folders from before too', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-private-'))
  const dataDir = path.join(folder, 'data')
  await mkdir(path.join(dataDir, 'files'), { recursive: true, mode: 0o755 })
  const server = startServer({ DATA_DIR: dataDir, DEMO: '0' })
  try {
    expect(await server.listening, server.stderr).toBeDefined()
    const open: string[] = []
    let seen = 0
    for (const name of await readdir(dataDir, { recursive: true })) {
      const found = await stat(path.join(dataDir, name)).catch(() => undefined)
      // PostgreSQL replaces files of its own all the time
      if (!found) continue
      seen++
      if ((found.mode & 0o077) !== 0) open.push(`${name} ${(found.mode & 0o777).toString(8)}`)
    }
    expect(open).toEqual([])
    expect(seen).toBeGreaterThan(5)
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)
