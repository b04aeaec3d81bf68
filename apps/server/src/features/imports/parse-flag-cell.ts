import { importTexts } from './import-texts.ts'
import { lookupKey } from './import-plan.ts'

const flagWords = new Map([
  ['no', false],
  ['false', false],
  ['0', false],
  ['yes', true],
  ['true', true],
  ['1', true],
])

/** Parses yes or no. Returns null for an empty cell, and for an invalid one, which is also reported. */
export function parseFlagCell(cell: string, addProblem: (text: string) => void): boolean | null {
  if (cell === '') return null
  const flag = flagWords.get(lookupKey(cell))
  if (flag === undefined) addProblem(importTexts.flag(cell))
  return flag ?? null
}
