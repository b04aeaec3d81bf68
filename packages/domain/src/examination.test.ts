import { expect, test } from 'vitest'
import {
  completeSystems,
  isRecordedBySystem,
  nothingExamined,
  organSystems,
  validateLesions,
  validateSystemFinding,
} from './examination.ts'

test('a system that was not sent counts as not examined, in the order of reports', () => {
  const liver = { system: 'liver', state: 'normal', text: null } as const
  const external = { system: 'external', state: 'abnormal', text: 'Bloated' } as const
  const systems = completeSystems([liver, external])
  expect(systems.map(({ system }) => system)).toEqual(organSystems)
  expect(systems.filter(({ state }) => state !== 'not_examined')).toEqual([external, liver])
  expect(nothingExamined.systems.every(({ state, text }) => state === 'not_examined' && text === null)).toBe(true)
})

test.each([
  ['nothing', {}, false],
  ['how it was done', { mode: 'photos' }, true],
  ['how much was looked at', { extent: 'partial' }, true],
  ['a normal liver', { systems: completeSystems([{ system: 'liver', state: 'normal', text: null }]) }, true],
] as const)('an examination with %s says something of the organ systems: %s', (_what, recorded, isRecorded) => {
  expect(isRecordedBySystem({ ...nothingExamined, ...recorded })).toBe(isRecorded)
})

test.each([
  ['abnormal', null, true],
  ['abnormal', ' ', true],
  ['abnormal', 'Red', false],
  ['normal', null, false],
  ['normal', 'Pink', false],
  ['not_examined', '', false],
] as const)('a system that is %s with the text %j has to be described: %s', (state, text, isRefused) => {
  expect(validateSystemFinding({ state, text })).toBe(isRefused ? 'Please describe what you found.' : null)
})

const lesions = (primary: number, others: number) => [
  ...Array.from({ length: primary }, () => ({ role: 'primary' })),
  ...Array.from({ length: others }, () => ({ role: 'contributing' })),
]
test.each([
  [0, 0, null],
  [1, 19, null],
  [0, 20, null],
  [1, 20, 'Please choose at most 20.'],
  [2, 0, 'An animal has one primary cause of death.'],
])('%d primary and %d other lesions: %j', (primary, others, error) => {
  expect(validateLesions(lesions(primary, others))).toBe(error)
})
