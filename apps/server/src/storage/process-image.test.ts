import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { processImage } from './process-image.ts'

test('images of one account do not delay those of another', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = { tempPath: async () => path.join(folder, uuidv7()) }
  const picture = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#765' } })
    .jpeg()
    .toBuffer()
  const done: string[] = []
  const send = (account: string) => processImage(picture, storage, account).then(() => done.push(account))
  const many = Array.from({ length: 24 }, () => send('many'))
  await Promise.all([...many, send('one')])
  // It is sent last, so it is usually read last. The order in which headers are read depends on the system.
  expect(done.indexOf('one')).toBeLessThan(12)
})
