import { readFileSync } from 'node:fs'
import { renderReport } from '../pdf/render-report.ts'
import { createReportWithUniquePhotos } from './report-with-photos.ts'

/* Run as a program: renders this many reports and prints the peak memory in MB. */

const residentMegabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024

let most = 0
for (let number = 1; number <= Number(process.argv[2]); number++) {
  await renderReport(await createReportWithUniquePhotos(`report ${number}`, 2))
  most = Math.max(most, residentMegabytes())
}
console.log(Math.round(most))
process.exit()
