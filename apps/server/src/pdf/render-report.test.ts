import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serverEnvironment, serverFlags } from '../../../../scripts/lib/processes.mjs'
import { readPdf } from '../testing/read-pdf.ts'
import { createReport, createReportWithUniquePhotos } from '../testing/report-with-photos.ts'
import { renderReport } from './render-report.ts'

test('the signature is never alone on the last page', async () => {
  const lengths = Array.from({ length: 18 }, (_, step) => 6 + step)
  const reports = []
  for (const length of lengths) {
    const findings = Array.from({ length }, (_, line) => `Line ${line + 1}.`).join('\n')
    reports.push((await readPdf(await renderReport(createReport(findings)))).pages)
  }
  // With some of these lengths the text does not fit on the first page.
  expect(new Set(reports.map((pages) => pages.length))).toEqual(new Set([1, 2]))
  for (const pages of reports) expect(pages.at(-1)).not.toMatch(/^This opinion/)
})

test('reports asked for at once are each made whole while their worker is replaced', async () => {
  const names = Array.from({ length: 20 }, (_, number) => `number ${number}`)
  const reports = await Promise.all(
    names.map(async (name) => renderReport(await createReportWithUniquePhotos(name, 3))),
  )
  const found = await Promise.all(reports.map(async (report) => (await readPdf(report)).pages.join(' ')))
  for (const [index, name] of names.entries()) expect(found[index]).toContain(`Findings of ${name}.`)
}, 60_000)

test.runIf(process.platform === 'linux')(
  '60 reports with different photos leave the process under 280 MB',
  async () => {
    const program = path.resolve(import.meta.dirname, '../testing/measure-report-memory.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [...serverFlags, program, '60'], {
      env: { PATH: process.env['PATH'], ...serverEnvironment },
    })
    expect(Number(stdout)).toBeLessThan(280)
  },
  60_000,
)
