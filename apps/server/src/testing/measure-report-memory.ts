import { readFileSync } from 'node:fs'
import { renderReport } from '../pdf/render-report.ts'
import { createReportWithUniquePhotos } from './report-with-photos.ts'

/* Run as a program: makes so many reports one after another and prints the most memory the process had, in MB. */

const residentMegabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024

let most = 0
for (let number = 1; number <= Number(process.argv[2]); number++) {
  await renderReport(await createReportWithUniquePhotos(`report ${number}`, 2))
  most = Math.max(most, residentMegabytes())
}
console.log(Math.round(most))
process.exit()
