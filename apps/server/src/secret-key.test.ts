import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadSecretKeys } from './secret-key.ts'
import { readSettings } from './settings.ts'

test('the secret key is created once and readable only by its owner', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-settings-'))
  const { settings } = readSettings({ DATA_DIR: dataDir })
  if (!settings) throw new Error('the settings are correct')
  const [key = ''] = loadSecretKeys(settings)
  expect(loadSecretKeys(settings)).toEqual([key])
  const file = path.join(dataDir, 'secret-key')
  expect((await readFile(file, 'utf8')).trim()).toBe(key)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})
