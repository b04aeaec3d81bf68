import type { Measured } from './load.ts'

export const formatCount = (number: number) => Math.round(number).toLocaleString('en')
export const formatTime = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 2 : 0)
export const formatRate = ({ perSecond }: Measured) => perSecond.toFixed(perSecond < 20 ? 1 : 0)
/** Marks a threshold that was missed. */
export const missedMark = (isMet: boolean) => (isMet ? '' : ' ✗')

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
