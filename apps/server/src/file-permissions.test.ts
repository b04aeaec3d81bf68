import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from './testing/run-program.ts'
import { startServer } from './testing/server-process.ts'

test('DATA_DIR is private to its owner, whatever the umask', async () => {
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
      // PostgreSQL creates and deletes its own files all the time
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
})

test('check before the first start accepts whatever start would create, and creates nothing', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-first-'))
  const dataDir = path.join(folder, 'not', 'yet')
  const { code, stdout } = await runProgram({ DATA_DIR: dataDir, DEMO: '0' }, 'check')
  expect(stdout).not.toContain('✗')
  expect(stdout).toContain('✓ database: made by the first start')
  expect(stdout).toContain(`✓ folder: the first start creates ${dataDir}; `)
  expect(code).toBe(0)
  expect(existsSync(path.join(folder, 'not'))).toBe(false)
  await rm(folder, { recursive: true })
})

test('check reports readable entries of DATA_DIR, and a start fixes them', { tags: 'long' }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-open-'))
  const dataDir = path.join(folder, 'data')
  const emailFile = path.join(dataDir, 'outbox', 'invitation.eml')
  await mkdir(path.dirname(emailFile), { recursive: true })
  await writeFile(emailFile, 'Your password is …')
  await Promise.all([chmod(dataDir, 0o755), chmod(path.dirname(emailFile), 0o755), chmod(emailFile, 0o644)])
  const rights = async () => /^. rights: .*$/m.exec((await runProgram({ DATA_DIR: dataDir }, 'check')).stdout)?.[0]
  expect(await rights()).toBe(
    `✗ rights: 3 files and folders are open to other users, like ${dataDir}: chmod -R go= ${dataDir}`,
  )
  const server = startServer({ DATA_DIR: dataDir, DEMO: '0' })
  expect(await server.listening, server.stderr).toBeDefined()
  server.child.kill('SIGTERM')
  await server.ended
  expect([(await stat(emailFile)).mode & 0o777, (await stat(path.dirname(emailFile))).mode & 0o777]).toEqual([
    0o600, 0o700,
  ])
  expect(await rights()).toBe(`✓ rights: everything in ${dataDir} is accessible only to its owner`)
  await chmod(emailFile, 0o640)
  expect(await rights()).toBe(
    `✗ rights: 1 file or folder is open to other users, like ${emailFile}: chmod -R go= ${path.join(dataDir, 'outbox')}`,
  )
  if (process.getuid?.() === 0) {
    await chown(emailFile, 12_345, 12_345)
    expect(await rights()).toMatch(
      /^✗ rights: 1 file or folder is owned by another user, like .*invitation\.eml: run this as/,
    )
  }
  await rm(folder, { recursive: true })
})
