import { expect, test } from 'vitest'
import { formatAuditSentence } from './audit-sentences.ts'

test('names stand in a sentence as they are, whatever their characters', () => {
  expect(formatAuditSentence('training added', 'Ann {it}', 'Costs of $$ and $& a head')).toBe(
    'Ann {it} wrote the training Costs of $$ and $& a head',
  )
  expect(formatAuditSentence('of a newer version', 'Ann', 'CHM-7')).toBe('Ann: of a newer version (CHM-7)')
})
