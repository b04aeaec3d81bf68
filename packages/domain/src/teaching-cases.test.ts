import { expect, test } from 'vitest'
import { namesInText, seasonOf, validateTeachingCase } from './teaching-cases.ts'

test.each([
  ['2026-12-01', null, 'winter'],
  ['2026-02-28', 51, 'winter'],
  ['2026-03-01', 51, 'spring'],
  ['2026-08-31', 51, 'summer'],
  ['2026-11-30', 0, 'autumn'],
  ['2026-12-01', -35, 'summer'],
  ['2026-05-15', -35, 'autumn'],
  ['2026-08-31', -35, 'winter'],
  ['2026-11-30', -35, 'spring'],
] as const)('%s at latitude %s is in %s', (day, latitude, season) => {
  expect(seasonOf(day, latitude)).toBe(season)
})

test.each([
  ['From North Yard.', 'North Yard'],
  ['from NORTH-YARD', 'North Yard'],
  ['a northyard steer', 'North Yard'],
  ['tag Y4471 again', 'Y 4471'],
  ['chip 982 000 001 088 420', '982000001088420'],
  ['see chm 12', 'CHM-12'],
  ['seen at Red Mesa before', 'Red Mesa Cattle'],
  ['the East Pens of Willow Creek', 'Willow Creek Land & Cattle'],
  ['at Perez Feeders', 'P\u00e9rez Feeders'],
  ['at Pe\u0301rez Feeders', 'P\u00e9rez Feeders'],
  ['at P\u00e9rez Feeders', 'Perez Feeders'],
])('“%s” holds %s', (text, name) => {
  expect(namesInText(text, ['Other', name])).toEqual([name])
})

test.each([
  ['The yard lies north.', 'North Yard'],
  ['opened after 12 hours', '12'],
  ['Y 44710', 'Y 4471'],
  ['north of the river', 'North Yard'],
  ['red cattle of the mesa', 'Red Mesa Cattle'],
])('“%s” does not hold %s', (text, name) => {
  expect(namesInText(text, [name])).toEqual([])
})

test('a case needs a title and a text', () => {
  expect(Object.keys(validateTeachingCase({ title: ' ', text: null }))).toEqual(['title', 'text'])
  expect(validateTeachingCase({ title: 'Bloat', text: 'A line in the oesophagus.' })).toEqual({})
})
