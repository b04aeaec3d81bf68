import { expect, test } from 'vitest'
import { textsOf } from '../testing/pdf-texts.ts'
import { renderReport } from './render-report.ts'
import type { ReportContent } from './report-content.ts'

const reportWith = (findings: string): ReportContent => ({
  provider: {
    name: 'Sunrise Vets',
    phone: '+1 403 555 0100',
    email: 'pm@sunrise.example',
    url: 'https://sunrise.example',
  },
  number: 'CHM-1',
  revision: '0'.repeat(24),
  customer: 'Prairie Feeders',
  site: { name: 'North Yard', region: null, city: null },
  requestedBy: 'Casey Doyle',
  requestedAt: 'May 6th 2030',
  recordAt: 'May 5th 2030',
  scheduledAt: 'May 7th 2030',
  completedAt: 'May 8th 2030',
  veterinarian: 'Dana Whitfield',
  note: null,
  noVetVisit: false,
  notifiableWarning: '',
  animals: [
    {
      tag: 'Y 4471',
      tagColor: 'Yellow',
      rfid: null,
      pen: '12',
      lot: null,
      breed: null,
      animalColor: null,
      group: null,
      weight: null,
      dateOfDeath: 'May 5th 2030',
      customerNotes: null,
      customerDiagnosis: null,
      diagnosis: 'Bloat',
      notifiable: false,
      findings,
      notes: null,
      photos: [],
    },
  ],
})

test('the signature of a report never stands alone on its last page', async () => {
  const lengths = Array.from({ length: 18 }, (_, step) => 12 + step)
  const reports = []
  for (const length of lengths) {
    const findings = Array.from({ length }, (_, line) => `Line ${line + 1}.`).join('\n')
    reports.push((await textsOf(await renderReport(reportWith(findings)))).pages)
  }
  // some of these lengths leave no room for it on the first page
  expect(new Set(reports.map((pages) => pages.length))).toEqual(new Set([1, 2]))
  for (const pages of reports) expect(pages.at(-1)).not.toMatch(/^This opinion/)
})
