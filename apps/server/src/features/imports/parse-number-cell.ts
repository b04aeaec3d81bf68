import { importTexts } from './import-texts.ts'

/** A point or a comma before decimals. `Number` alone also reads 0x10 and 1e3. */
const numberPattern = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)$/
/** 1,234 is a thousand and more, or one and a fraction. */
const ambiguousPattern = /^[+-]?[1-9]\d{0,2},\d{3}$/

interface NumberRange {
  min: number
  max: number
  isWhole?: boolean
}

/** Parses a number. Returns null for an empty cell, and for an invalid one, which is also reported. */
export function parseNumberCell(
  text: string,
  { min, max, isWhole = false }: NumberRange,
  addProblem: (text: string) => void,
): number | null {
  if (text === '') return null
  // whole numbers have no comma
  const value = numberPattern.test(text) ? Number(isWhole ? text : text.replace(',', '.')) : Number.NaN
  if (!isWhole && ambiguousPattern.test(text)) addProblem(importTexts.ambiguousComma(text))
  else if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value
  else addProblem(isWhole ? importTexts.wholeNumber(max) : importTexts.number(min, max))
  return null
}
