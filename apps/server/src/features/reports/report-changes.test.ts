import { expect, test } from 'vitest'
import type { ReportAnimal } from '../../pdf/report-content.ts'
import { createReport } from '../../testing/report-with-photos.ts'
import { printedChanges, reportChanges } from './report-changes.ts'

const report = createReport('Firm lobes.')
const [first] = report.animals
if (!first) throw new Error('no animal')
const animal: ReportAnimal = { ...first, photos: [{ id: 'p', caption: 'Cut lung' }] }
const version = (animals: ReportAnimal[], rest: object = {}, ids = animals.map((_, index) => `id ${index}`)) => ({
  content: { ...report, ...rest, animals },
  animalIds: ids,
})
const lesion = { name: 'Bloat', details: 'Primary cause · Probable by gross findings', note: null }

test('a version does not differ from itself', () => {
  expect(reportChanges(version([animal]), version([animal]))).toEqual([])
})

test.each<[string, Partial<ReportAnimal>, string, string | null, string | null]>([
  ['a text', { findings: 'Soft.' }, 'Findings', 'Firm lobes.', 'Soft.'],
  ['what was emptied', { tagColor: null }, 'Tag colour', 'Yellow', null],
  [
    'an organ system',
    { systems: [{ name: 'Liver', state: 'Abnormal', text: 'Pale.' }] },
    'Liver',
    null,
    'Abnormal. Pale.',
  ],
  ['a lesion', { lesions: [lesion] }, 'Lesion Bloat', null, lesion.details],
  ['a caption', { photos: [{ id: 'p', caption: 'Left lung' }] }, 'Photo', 'Cut lung', 'Left lung'],
  ['a photo left out', { photos: [] }, 'Photo', 'Cut lung', null],
  [
    'a result',
    { samples: [{ label: 'S-1', kind: 'Lung', taken: null, test: null, flag: 'Positive', result: 'Mannheimia' }] },
    'Sample S-1',
    null,
    'Lung, Positive, Mannheimia',
  ],
])('%s is listed with the values before and after', (_, change, field, before, after) => {
  const changes = reportChanges(version([animal]), version([{ ...animal, ...change }]))
  expect(changes).toEqual([{ animal: 'Y 4471', field, before, after }])
})

test('the day of a photo is no change: versions issued before have that of its upload', () => {
  const on = (day: string, caption = 'Cut lung') => [
    { ...animal, photos: [{ id: 'p', caption: `${caption}. 1.jpg, ${day}` }] },
  ]
  const before = version(on('November 22nd 2026'))
  expect(reportChanges(before, version(on('November 19th 2026')))).toEqual([])
  expect(reportChanges(before, version(on('November 19th 2026', 'Left lung')))).toEqual([
    {
      animal: 'Y 4471',
      field: 'Photo',
      before: 'Cut lung. 1.jpg, November 22nd 2026',
      after: 'Left lung. 1.jpg, November 19th 2026',
    },
  ])
})

test('an amended report lists the changed fields of each animal without their old values', () => {
  const photos = [{ id: 'q', caption: 'Liver' }]
  const changed = { ...animal, findings: 'Soft.', lesions: [lesion], photos }
  const changes = reportChanges(version([animal]), version([changed], { customer: 'Red Mesa' }))
  expect(printedChanges(changes)).toEqual([
    { animal: null, fields: 'Customer' },
    { animal: 'Y 4471', fields: 'Lesions, Findings, Photographs' },
  ])
})

test('animals are matched by id in any order; added and removed ones are listed', () => {
  const other = { ...animal, tag: 'B 2' }
  expect(reportChanges(version([animal, other]), version([other, animal], {}, ['id 1', 'id 0']))).toEqual([])
  expect(reportChanges(version([animal]), version([other], {}, ['id 1']))).toEqual([
    { animal: 'B 2', field: 'Animal', before: null, after: 'Part of the report' },
    { animal: 'Y 4471', field: 'Animal', before: 'Part of the report', after: null },
  ])
})

test('fields of the ticket are compared, too, except those missing in an older layout', () => {
  const { samples, external, ...older } = animal
  // cast: an animal as stored by the previous layout
  expect(reportChanges(version([older as ReportAnimal]), version([animal], { customer: 'Red Mesa' }))).toEqual([
    { animal: null, field: 'Customer', before: 'Prairie Feeders', after: 'Red Mesa' },
  ])
})
