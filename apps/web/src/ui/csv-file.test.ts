import { expect, test } from 'vitest'
import { csvFile } from './csv-file.ts'

test('a CSV file tells Excel that it is UTF-8, and holds any text as it is', async () => {
  const file = csvFile([
    ['Lot', 'Deaths', 'Rate'],
    ['Münster, "north"', 3, null],
    ['=1+1\nsecond line', -1, 0.5],
  ])
  // `text` would remove the byte order mark
  const content = Buffer.from(await file.arrayBuffer()).toString('utf8')
  expect(content).toBe('\uFEFFLot,Deaths,Rate\r\n"Münster, ""north""",3,\r\n"\'=1+1\nsecond line",-1,0.5\r\n')
})
