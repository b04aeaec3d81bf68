import { serverTexts } from '@chisholm/domain/server-texts'
import { type BodyText, readText } from './body-fields.ts'
import { invalid } from './app-error.ts'

/**
 * Reads a position in a list, counted from 1.
 * @throws invalid  it is not a whole number from 1
 */
export function readPosition(value: BodyText | undefined): number | undefined {
  const text = readText(value)
  if (text === undefined) return undefined
  const position = Number(text)
  if (text === null || !Number.isSafeInteger(position) || position < 1)
    throw invalid({ position: [serverTexts.validation.positionInvalid] })
  return position
}

/** Moves an id to a position counted from 1. A position beyond the end means the end. */
export const moveToPosition = (ids: string[], id: string, position: number): string[] =>
  ids.filter((one) => one !== id).toSpliced(position - 1, 0, id)
