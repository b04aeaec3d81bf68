import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { writeAtomically } from './atomic-file.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-atomic-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('of two commands that write the same file at once, each writes a complete one, and the last stays', async () => {
  const file = path.join(folder, 'twice.tar')
  const turns = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const write = (text: string, turn: number) =>
    writeAtomically(file, async (target: Writable) => {
      target.write(text)
      await turns[turn]?.promise
      target.end(text)
      await finished(target)
    })
  const [slow, fast] = [write('slow', 0), write('faster', 1)]
  turns[1]?.resolve()
  await fast
  expect(await readFile(file, 'utf8')).toBe('fasterfaster')
  turns[0]?.resolve()
  await slow
  expect(await readFile(file, 'utf8')).toBe('slowslow')
  expect(await readdir(folder)).toEqual(['twice.tar'])
})

test('what a killed command left is removed an hour later, and what another one is writing stays', async () => {
  const file = path.join(folder, 'again.tar')
  const [left, used] = [`${file}.left.part`, `${file}.used.part`]
  for (const part of [left, used]) await writeFile(part, 'half')
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(left, twoHoursAgo, twoHoursAgo)
  await writeAtomically(file, async (target) => {
    target.end('whole')
    await finished(target)
  })
  const names = await readdir(folder)
  expect(names.filter((name) => name.startsWith('again.')).toSorted()).toEqual(['again.tar', 'again.tar.used.part'])
})
