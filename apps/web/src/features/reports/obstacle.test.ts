import { expect, test } from 'vitest'
import { obstacleOf } from './obstacle.ts'
import { versionTexts } from './version-texts.ts'

const unsent = [{ postMortemId: 'one', kind: 'diagnose animal' }] as const
const message = [{ postMortemId: 'one', kind: 'write comment' }] as const

test('a report is issued only with a connection, and once everything entered in its ticket is sent', () => {
  expect(obstacleOf('one', { online: true, unsent: [] })).toBeNull()
  expect(obstacleOf('another', { online: true, unsent })).toBeNull()
  expect(obstacleOf('one', { online: true, unsent })).toBe(versionTexts.unsent)
  expect(obstacleOf('one', { online: false, unsent: [] })).toBe(versionTexts.needsConnection)
  expect(obstacleOf('one', { online: false, unsent })).toBe(versionTexts.needsConnection)
})

test('a message that is not sent does not keep a report from being issued', () => {
  expect(obstacleOf('one', { online: true, unsent: message })).toBeNull()
})
