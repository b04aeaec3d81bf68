import { renderReport } from '../pdf/render-report.ts'
import { createReportWithUniquePhotos } from './report-with-photos.ts'
import { megabytesWithReports } from './memory-with-reports.ts'

/* Run as a program: renders this many reports and prints the peak memory in MB, with the process that compiles them. */

let most = 0
for (let number = 1; number <= Number(process.argv[2]); number++) {
  await renderReport(await createReportWithUniquePhotos(`report ${number}`, 2))
  most = Math.max(most, megabytesWithReports(process.pid))
}
console.log(Math.round(most))
process.exit()
