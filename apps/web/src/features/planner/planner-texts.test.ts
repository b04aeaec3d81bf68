import { expect, test } from 'vitest'
import { plannerTexts } from './planner-texts.ts'

test.each([
  [['CHM-1'], 'CHM-1'],
  [['CHM-1', 'CHM-2', 'CHM-3'], 'CHM-1, CHM-2, CHM-3'],
  [['CHM-1', 'CHM-2', 'CHM-3', 'CHM-4'], 'CHM-1 and 3 more'],
  [Array.from({ length: 1104 }, (_, index) => `CHM-${index}`), 'CHM-0 and 1,103 more'],
])('of many planned tickets, only the first is named', (tickets, text) => {
  expect(plannerTexts.tickets(tickets)).toBe(text)
})
