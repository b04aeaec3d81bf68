import { constants } from '@chisholm/domain/constants'

/** What is wrong with a file, and where: lines are counted as an editor does, from 1. */
export interface ImportProblem {
  line: number
  /** Null: the whole line. */
  column: string | null
  text: string
}

/** How many problems there are, and the first of them: a file may have one in each of its lines. */
export interface ImportProblems {
  count: number
  first: ImportProblem[]
}

export const noProblems = (): ImportProblems => ({ count: 0, first: [] })

/** Adds problems that were found in the order of their lines. */
export function addProblems(target: ImportProblems, found: readonly ImportProblem[]): void {
  target.count += found.length
  target.first.push(...found.slice(0, Math.max(0, constants.imports.shownProblems - target.first.length)))
}

/** What several looked for at once, in the order of the lines. */
export const mergeProblems = (...lists: ImportProblems[]): ImportProblems => ({
  count: lists.reduce((sum, { count }) => sum + count, 0),
  first: lists
    .flatMap(({ first }) => first)
    .toSorted((a, b) => a.line - b.line)
    .slice(0, constants.imports.shownProblems),
})
