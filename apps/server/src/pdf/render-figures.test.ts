import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { readPdf } from '../testing/read-pdf.ts'
import { type FiguresContent, horizontalBars } from './figures-content.ts'
import { renderFigures } from './render-figures.ts'

const figuresWith = (sections: FiguresContent['sections']): FiguresContent => ({
  title: 'Lot F26-088',
  about: ['Prairie Feeders - North Yard'],
  warnings: [],
  keyFigures: [],
  notes: [],
  sections,
  paper: 'us-letter',
  provider: { name: 'Sunrise Vets', phone: '', email: '', address: '' },
  language: 'en',
  day: '2030-05-08',
})
const section = { hint: 'The most deaths first.', chart: null }

/** Where the texts of the first page begin and end, in points from the left. */
async function edgesOf(pdf: Buffer): Promise<Map<string, { start: number; end: number }>> {
  const loading = getDocument({ data: new Uint8Array(pdf) })
  const page = await (await loading.promise).getPage(1)
  const { items } = await page.getTextContent()
  await loading.destroy()
  return new Map(
    items.flatMap((item): [string, { start: number; end: number }][] => {
      if (!('str' in item)) return []
      const start = Number(item.transform[4])
      return [[item.str, { start, end: start + item.width }]]
    }),
  )
}

test('a long diagnosis leaves room for the tag of its animal', async () => {
  const diagnosis = 'Bovine respiratory disease complex with fibrinous pleuropneumonia (shipping fever)'
  const table = {
    head: ['Animal', 'Ticket', 'Died', 'Days on feed', 'Cause'],
    rows: [['Y 4471 blue', 'CHM-2417', 'November 20th 2026', 120, diagnosis]],
  }
  const edges = await edgesOf(await renderFigures(figuresWith([{ ...section, title: 'Animals', table }])))
  for (const [left, right] of [
    ['Animal', 'Ticket'],
    ['Y 4471 blue', 'CHM-2417'],
  ] as const)
    expect(edges.get(left)?.end).toBeLessThan(edges.get(right)?.start ?? 0)
})

test('names without a space stay in their columns and beside their bars', async () => {
  const name = 'FEEDLOT0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.repeat(2)
  const chart = horizontalBars('Where? By lot', [{ label: name, value: 3, before: null }])
  const table = { head: ['Lot', 'Deaths'], rows: [[name, 3]] }
  const { text, rightEdge } = await readPdf(
    await renderFigures(figuresWith([{ ...section, title: 'Where? By lot', chart, table }])),
  )
  expect(text.replaceAll(' ', '').split(name)).toHaveLength(3)
  expect(rightEdge).toBeLessThan(612 - 20 * (72 / 25.4) + 1)
})
