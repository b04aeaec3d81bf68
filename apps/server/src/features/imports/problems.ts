import { constants } from '@chisholm/domain/constants'

/** What is wrong with a file, and where: lines are counted as an editor does, from 1. */
export interface Problem {
  line: number
  /** Null: the whole line. */
  column: string | null
  text: string
}

/** How many problems there are, and the first of them: a file may have one in each of its lines. */
export interface Problems {
  count: number
  first: Problem[]
}

export const noProblems = (): Problems => ({ count: 0, first: [] })

/** Adds problems that were found in the order of their lines. */
export function addProblems(to: Problems, found: readonly Problem[]): void {
  to.count += found.length
  to.first.push(...found.slice(0, Math.max(0, constants.imports.shownProblems - to.first.length)))
}

/** What several looked for at once, in the order of the lines. */
export const allProblems = (...some: Problems[]): Problems => ({
  count: some.reduce((sum, { count }) => sum + count, 0),
  first: some
    .flatMap(({ first }) => first)
    .toSorted((one, other) => one.line - other.line)
    .slice(0, constants.imports.shownProblems),
})
