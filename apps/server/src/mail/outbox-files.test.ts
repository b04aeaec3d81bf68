import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { openMailTransport } from './mail-transport.ts'

async function openOutbox() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-outbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { settings } = readSettings({ DATA_DIR: dataDir })
  if (!settings) throw new Error('wrong settings')
  const outbox = path.join(dataDir, 'outbox')
  return {
    mail: openMailTransport(settings, {
      provider: async () => ({ name: 'Prairie Vets', email: 'vets@prairie.example' }),
      logo: async () => null,
    }),
    outbox,
    files: () => readdir(outbox),
  }
}

const jobFor = (to: string, id = crypto.randomUUID()) => ({
  id,
  createdAt: new Date('2026-11-20T08:00:00Z'),
  data: { to, subject: 'Your visit', text: 'On Friday', html: '<p>On Friday</p>' },
})

test('an e-mail that is written to the outbox again replaces its file, and each e-mail has its own', async () => {
  const { mail, outbox, files } = await openOutbox()
  const job = jobFor('anna@ranch.example')
  await mail.send(job)
  await mail.send(job)
  const [name = ''] = await files()
  expect(await files()).toEqual([name])
  expect(name).toMatch(/^2026-11-20T08-00-00-000Z_.*anna@ranch\.example_Your-visit\.eml$/)
  expect(await readFile(path.join(outbox, name), 'utf8')).toContain('On Friday')
  await mail.send(jobFor('anna@ranch.example'))
  expect(await files()).toHaveLength(2)
})

test('an e-mail that cannot be written leaves no file, and is one file once it can be', async () => {
  const { mail, outbox, files } = await openOutbox()
  const job = jobFor('anna@ranch.example')
  await mail.send(job)
  const [name = ''] = await files()
  const obstacle = path.join(outbox, name)
  await rm(obstacle)
  await mkdir(obstacle)
  await expect(mail.send(job)).rejects.toThrow('EISDIR')
  expect(await files()).toEqual([name])
  await rmdir(obstacle)
  await mail.send(job)
  expect(await files()).toEqual([name])
})
