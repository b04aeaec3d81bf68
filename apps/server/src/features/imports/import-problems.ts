import { constants } from '@chisholm/domain/constants'
import { invalid } from '../../http/app-error.ts'
import { importTexts } from './import-texts.ts'

/** A problem in a file. Lines count from 1, as in an editor. */
export interface ImportProblem {
  line: number
  /** Null if the problem concerns the whole line. */
  column: string | null
  text: string
}

/** The number of problems, and the first of them, because every line of a file may have one. */
export interface ImportProblems {
  count: number
  first: ImportProblem[]
}

/** Something that the file names was deleted or moved after it was planned. */
export const changedMeanwhile = () => invalid({ file: [importTexts.changedMeanwhile] })

export const noProblems = (): ImportProblems => ({ count: 0, first: [] })

/** Adds problems. They must be in the order of their lines. */
export function addProblems(target: ImportProblems, found: readonly ImportProblem[]): void {
  target.count += found.length
  target.first.push(...found.slice(0, Math.max(0, constants.imports.shownProblems - target.first.length)))
}

/** Merges several lists in the order of their lines. */
export const mergeProblems = (...lists: ImportProblems[]): ImportProblems => ({
  count: lists.reduce((sum, { count }) => sum + count, 0),
  first: lists
    .flatMap(({ first }) => first)
    .toSorted((a, b) => a.line - b.line)
    .slice(0, constants.imports.shownProblems),
})
