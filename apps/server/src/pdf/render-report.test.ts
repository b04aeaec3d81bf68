import sharp from 'sharp'
import { renderSVG } from 'uqr'
import { expect, test } from 'vitest'
import { decodeQrCode } from '../testing/decode-qr-code.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { createReport, createReportWithUniquePhotos, createUniquePhoto } from '../testing/report-with-photos.ts'
import { markupSvg } from './markup-svg.ts'
import { renderReport } from './render-report.ts'
import type { PhotoPrintSize, ReadableReport } from './report-content.ts'

test('the signature is never alone on the last page', async () => {
  const lengths = Array.from({ length: 18 }, (_, step) => 6 + step)
  const reports = []
  for (const length of lengths) {
    const findings = Array.from({ length }, (_, line) => `Line ${line + 1}.`).join('\n')
    reports.push((await readPdf(await renderReport(createReport(findings)))).pages)
  }
  // With some of these lengths the text does not fit on the first page.
  expect(new Set(reports.map((pages) => pages.length))).toEqual(new Set([1, 2]))
  for (const pages of reports) expect(pages.at(-1)).not.toMatch(/^4 Limits/)
})

test('an ordinary report of one animal, with advice and signature, is one page', async () => {
  const report = createReport('Cranioventral lobes firm and dark red with fibrin on the pleura; straw-coloured fluid.')
  const animals = report.animals.map((animal) => ({
    ...animal,
    lot: 'F26-521',
    breed: 'Brangus',
    weight: '265 kg',
    arrived: 'April 8th 2030',
    daysOnFeed: '27',
    deathKind: 'Found dead',
    customerNotes: 'Treated twice, pulled again yesterday with a temperature.',
    customerDiagnosis: 'Bloat',
    notes: 'Review the time from pull to first treatment in this lot.',
  }))
  const { pages } = await readPdf(await renderReport({ ...report, animals }))
  expect(pages).toHaveLength(1)
  expect(pages[0]).toMatch(
    /Comment and advice.*Limits of this opinion.*Dana Whitfield, veterinarian.*Is this report genuine/,
  )
})

test('a report of a hundred animals prints small photos, and lists the page of each animal', async () => {
  const report = createReport('Firm lobes.')
  const [animal] = report.animals
  if (!animal) throw new Error('no animal')
  const photo = await createUniquePhoto()
  const widths: number[] = []
  const read = async ({ pixels }: PhotoPrintSize) => {
    widths.push(pixels)
    return photo
  }
  const animals = Array.from({ length: 100 }, (_, index) => ({
    ...animal,
    tag: `Y ${index}`,
    photos: Array.from({ length: 4 }, (_, number) => ({ caption: `Photo ${number}`, read })),
  }))
  const pdf = await renderReport({ ...report, animals, groups: animals.map((_, index) => [index]) })
  const { pages, isTagged } = await readPdf(pdf)
  expect([new Set(widths), widths.length, isTagged]).toEqual([new Set([240]), 400, true])
  expect(pdf.length).toBeLessThan(8_000_000)
  for (const index of [0, 57, 99]) {
    const page = pages.findIndex((text) => new RegExp(`\\d Y ${index} · Bloat`).test(text)) + 1
    expect(pages.slice(0, 5).join(' ')).toContain(`Y ${index} – Bloat ${page} `)
  }
})

test.each([
  ['us-letter', 612, 792],
  ['a4', 595, 842],
] as const)('a report on %s has sections in their order, numbered', async (paper, width, height) => {
  const report = createReport('Firm lobes.')
  const animals = report.animals.map((animal) => ({ ...animal, customerNotes: 'Off feed.', notes: 'Vaccinate.' }))
  const { sizes, text } = await readPdf(await renderReport({ ...report, paper, animals }))
  for (const size of sizes) expect([Math.round(size.width), Math.round(size.height)]).toEqual([width, height])
  const sections = [
    '1 Case',
    '2 Summary',
    '3 Y 4471 · Bloat',
    '3.1 Identification',
    '3.2 Death',
    '3.3 History',
    '3.4 Findings by organ system',
    '3.5 Diagnosis',
    '3.6 Comment and advice',
    '4 Limits of this opinion',
  ]
  const places = sections.map((section) => text.indexOf(section))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(-1)
})

test('animals with the same diagnosis are described together, and common fields are printed once', async () => {
  const report = createReport('Firm lobes.')
  const animals = ['A', 'B', 'C'].flatMap((tag) =>
    report.animals.map((animal) => ({ ...animal, tag, customerNotes: tag === 'B' ? 'Bled from the nose.' : null })),
  )
  const { text } = await readPdf(await renderReport({ ...report, animals, groups: [[0, 1, 2]] }))
  expect(text).toContain('3 Bloat · 3 animals')
  expect(text.split('Firm lobes.')).toHaveLength(2)
  expect(text).toMatch(/B History Notes of the yard Bled from the nose\./)
})

test.each(['alone', 'together'])(
  'tags and lots of fifty characters stay in their columns, of animals %s',
  async (how) => {
    const word = 'TAG0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789A'
    const report = createReport('Firm lobes.')
    const animals = report.animals.flatMap((animal) => [
      { ...animal, tag: word, rfid: '840003123456789', pen: word, lot: word, breed: word },
      animal,
    ])
    const lotSummary = { headline: '', causes: [], lots: [{ name: word, animals: 2 }] }
    const groups = how === 'alone' ? [[0], [1]] : [[0, 1]]
    const pdf = await renderReport({ ...report, paper: 'us-letter', animals, groups, lotSummary })
    const { rightEdge, text } = await readPdf(pdf)
    const margin = 20 * (72 / 25.4)
    expect(rightEdge).toBeLessThan(612 - margin + 1)
    expect(text.replaceAll(' ', '')).toContain(word)
  },
)

test('a note on a lesion that is longer than a page is printed completely', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `Line ${index} of it.`)
  const report = createReport('Firm lobes.')
  const lesions = [{ name: 'Bloat', details: 'Primary', note: lines.join('\n') }]
  const { text } = await readPdf(
    await renderReport({ ...report, animals: report.animals.map((animal) => ({ ...animal, lesions })) }),
  )
  expect(lines.filter((line) => !text.includes(line))).toEqual([])
})

test.each(['photo', 'drawing'])('the %s at the upper edge of an upright photo is printed', async (where) => {
  const [width, height] = [600, 800]
  const code = renderSVG('at the edge', { border: 2 })
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"`
  const drawing = `<svg ${frame} width="${width}" height="${height}">${code.replace('<svg ', '<svg width="150" height="150" ')}</svg>`
  const plain = sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
  const drawn = plain.composite(where === 'photo' ? [{ input: Buffer.from(drawing) }] : [])
  const bytes = await drawn.jpeg().toBuffer()
  const photo = { caption: 'Ear tag', read: async () => bytes, ...(where === 'drawing' && { drawing }) }
  const pdf = await renderReport(createReport('Firm lobes.', [photo]))
  expect(await decodeQrCode(pdf, 1, 300)).toBe('at the edge')
})

test.each(['alone', 'together'])('long names of many words stay in their columns, of animals %s', async (how) => {
  const words = 'north pen behind the scale house and the loading chute'
  const report = createReport('Firm lobes.')
  const samples = [
    {
      label: 'S-118',
      kind: 'Fresh lung with airway and mediastinal lymph node, chilled, and the same in formalin, of the other side',
      taken: 'November 20th 2026',
      test: 'Bacterial culture and PCR, Prairie Diagnostic Services',
      flag: 'Positive',
      result: 'Mannheimia haemolytica, heavy growth',
    },
  ]
  const named = {
    tag: words,
    pen: words,
    lot: words,
    weight: '265 kg',
    breed: 'Angus cross',
    animalColor: 'Black baldy',
  }
  const animals = report.animals.flatMap((animal) => [{ ...animal, ...named, samples }, animal])
  const groups = how === 'alone' ? [[0], [1]] : [[0, 1]]
  const { rightEdge, text } = await readPdf(await renderReport({ ...report, animals, groups }))
  expect(rightEdge).toBeLessThan(612 - 20 * (72 / 25.4) + 1)
  expect(text).toContain('Mannheimia haemolytica')
})

test('animals that are described together keep their group, arrival and days on feed', async () => {
  const report = createReport('Firm lobes.')
  const animals = ['27', '31'].flatMap((daysOnFeed) =>
    report.animals.map((animal) => ({
      ...animal,
      tag: `T ${daysOnFeed}`,
      group: 'Heavy steers',
      arrived: 'April 8th 2030',
      daysOnFeed,
    })),
  )
  const { text } = await readPdf(await renderReport({ ...report, animals, groups: [[0, 1]] }))
  for (const daysOnFeed of ['27', '31'])
    expect(text).toMatch(
      new RegExp(
        `T ${daysOnFeed} Group and arrival Group Heavy steers Arrived April 8th 2030 Days on feed ${daysOnFeed}`,
      ),
    )
})

test('without a name, the line for the signature says who signs', async () => {
  const { text } = await readPdf(await renderReport({ ...createReport('Firm lobes.'), veterinarian: null }))
  expect(text).toMatch(/ Veterinarian May 8th 2030/)
  expect(text).not.toContain(', veterinarian')
})

test('a report issued with the second layout is still printed with it', async () => {
  const report = { ...createReport('Firm lobes.'), layout: 2 }
  const animals = ['A', 'B'].flatMap((tag) =>
    report.animals.map((animal) => ({ ...animal, tag, group: 'Heavy steers' })),
  )
  const { text } = await readPdf(await renderReport({ ...report, animals, groups: [[0, 1]] }))
  expect(text).not.toContain('Heavy steers')
})

test('a report issued with the first layout is still printed with it', async () => {
  const { layout, lotSummary, groups, earlierVersions, changesSince, changes, ...first } = createReport('Firm lobes.')
  const animals = first.animals.map((animal) => ({ ...animal, notifiable: false }))
  // cast: a report as stored by the previous version
  const older = { ...first, notifiableWarning: '', animals } as unknown as ReadableReport
  const pdf = await renderReport(older)
  expect((await readPdf(pdf)).text).not.toContain('1 Case')
  expect(pdf.equals(await renderReport(older))).toBe(true)
})

test.each(['us-letter', 'a4'] as const)('the QR code on %s leads to the verification page', async (paper) => {
  const report = createReport('Firm lobes.')
  const address = report.version?.verifyUrl ?? ''
  const pdf = await renderReport({ ...report, paper, qrCode: renderSVG(address, { border: 2 }) })
  const { pages } = await readPdf(pdf)
  const page = pages.findIndex((text) => text.includes('Is this report genuine?')) + 1
  expect(await decodeQrCode(pdf, page)).toBe(address)
})

test('concurrently requested reports are complete', async () => {
  const names = Array.from({ length: 20 }, (_, number) => `number ${number}`)
  const reports = await Promise.all(
    names.map(async (name) => renderReport(await createReportWithUniquePhotos(name, 3))),
  )
  const found = await Promise.all(reports.map(async (report) => (await readPdf(report)).pages.join(' ')))
  for (const [index, name] of names.entries()) expect(found[index]).toContain(`Findings of ${name}.`)
})

test('characters that no font has are replaced, and do not prevent a report', async () => {
  const findings = 'Two 🐄🐮, farmer 👩🏽‍🌾, 肺炎, a bell \u0007 and “Ödem” ≥ 3 cm.'
  const report = createReport(findings)
  const animals = report.animals.map((animal) => ({ ...animal, tag: 'W 🐄 1' }))
  const { text, isTagged } = await readPdf(await renderReport({ ...report, animals }))
  expect(isTagged).toBe(true)
  // the text of a PDF may have a space where the font changes
  expect(text.replaceAll(' ,', ',')).toContain('Two \uFFFD, farmer \uFFFD, \uFFFD, a bell \uFFFD and “Ödem” ≥ 3 cm.')
  expect(text).toContain('W \uFFFD 1')
})

test.each([
  ['vowel signs after spaces, in a script that no font has', '\u0780 \u07A8 '.repeat(150)],
  ['marks and wide spaces', '\u0713 \u0730 '.repeat(150)],
  ['invisible characters after marks', '\u0713 \u0730\u200B \u200D\u{1F3FD} '.repeat(150)],
  ['letters whose direction is overridden', '\u202E\u80BA \u20DD '.repeat(150)],
  ['tabs between letters that no font has', '\u0713\t\u0713 '.repeat(150)],
])('a note of %s is printed', async (_name, note) => {
  const report = createReport('Firm lobes.')
  const animals = report.animals.map((animal) => ({ ...animal, customerNotes: note, tag: note.slice(0, 20).trim() }))
  expect((await readPdf(await renderReport({ ...report, animals }))).text).toContain('Firm lobes.')
})

test('a mark that no font has leaves the letter before it, and a byte order mark in a tag does not prevent the report', async () => {
  const report = createReport('Cap\u1AC5ital letters, caf\u00E9, cafe\u0301.')
  const animals = report.animals.map((animal) => ({ ...animal, tag: 'W\uFEFF 1' }))
  const { text } = await readPdf(await renderReport({ ...report, animals }))
  expect(text).toContain('ital letters, caf\u00E9, caf')
  expect(text).toContain('Cap')
  expect(text).toContain('W 1')
})

test.each([
  ['emoji', 'Cow \u{1F404}'],
  ['vowel signs of Arabic', '\u0645 \u064E'.repeat(10)],
  ['Hindi', '\u0915 \u094D'.repeat(10)],
  ['a symbol that no font has', 'Here \u{2BFF}'],
  ['noncharacters', 'a\uFFFEb\u2028c'],
])('%s in a drawing on a photo and in its caption do not prevent the report', async (_name, text) => {
  const bytes = await createUniquePhoto()
  const shape = { kind: 'text', x: 0.1, y: 0.1, x2: 0.5, y2: 0.5, text, color: '#ffcc00' } as const
  const drawing = markupSvg({ version: 1, shapes: [shape] }, { width: 200, height: 200 })
  const photo = { caption: text, drawing, read: async () => bytes }
  expect((await readPdf(await renderReport(createReport('Firm lobes.', [photo])))).text).toContain('Firm lobes.')
})

test('marks of a letter that no font has do not prevent the report', async () => {
  const report = createReport('Firm lobes.')
  const animals = report.animals.map((animal) => ({ ...animal, customerNotes: '\u51DE\u094D \u2742' }))
  expect((await readPdf(await renderReport({ ...report, animals }))).text).toContain('Firm lobes.')
})

test('a photo whose caption cannot be seen does not prevent the report', async () => {
  const bytes = await createUniquePhoto()
  const photo = { caption: '\u{E0041}', read: async () => bytes }
  expect((await readPdf(await renderReport(createReport('Firm lobes.', [photo])))).text).toContain('Firm lobes.')
})
