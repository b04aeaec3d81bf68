import { texts } from '@chisholm/domain/texts'
import { type BodyText, readText } from './bodies.ts'
import { invalid } from './failures.ts'

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
export const movedTo = (ids: string[], id: string, position: number): string[] =>
  ids.filter((one) => one !== id).toSpliced(position - 1, 0, id)
