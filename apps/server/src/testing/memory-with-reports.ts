import { childPids, readProcessFile } from './child-processes.ts'

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readProcessFile(pid, 'status'))?.[1] ?? 0) / 1024

/** Resident memory of a server, with the process that compiles its reports. */
export const megabytesWithReports = (server: number): number =>
  [server, ...childPids(server, 'report-worker.ts')].reduce((sum, pid) => sum + residentMegabytes(pid), 0)
