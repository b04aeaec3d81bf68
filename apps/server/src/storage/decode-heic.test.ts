import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { decodeHeic } from './decode-heic.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-heic-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const decode = (name: string, limits: { processorTime: number; longest: number }) =>
  decodeHeic(
    fileURLToPath(new URL(`../testing/photos/${name}.heic`, import.meta.url)),
    path.join(folder, `${name}.tiff`),
    1,
    limits,
  )

test('a HEIC that a busy machine cannot decode in time is not reported as damaged', async () => {
  await expect(decode('upright', { processorTime: 60_000, longest: 1 })).rejects.toThrow('aborted')
})

test('a HEIC that takes too much processor time is rejected as damaged', async () => {
  expect(await decode('plain-40-megapixels', { processorTime: 0, longest: 600_000 })).toBe('broken')
})
