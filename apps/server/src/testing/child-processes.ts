import { readFileSync } from 'node:fs'

/** Ids of the processes that a process has started with this program. */
export const childPids = (parent: number, program: string): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((pid) => readProcessFile(pid, 'cmdline').includes(program))

/** A file of /proc about a process; empty if it has ended. */
export function readProcessFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
