import { texts } from '@chisholm/domain/texts'
import { type BodyText, readText } from './body-fields.ts'
import { invalid } from './app-error.ts'

/** Reads a place in a list, counted from 1. @throws invalid */
export function readPosition(value: BodyText | undefined): number | undefined {
  const text = readText(value)
  if (text === undefined) return undefined
  const position = Number(text)
  if (text === null || !Number.isSafeInteger(position) || position < 1)
    throw invalid({ position: [texts.validation.positionInvalid] })
  return position
}

/** The list with one of its ids at another place, counted from 1; beyond the end is the end. */
export const moveToPosition = (ids: string[], id: string, position: number): string[] =>
  ids.filter((one) => one !== id).toSpliced(position - 1, 0, id)
