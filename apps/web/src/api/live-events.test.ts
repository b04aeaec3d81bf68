import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('addEventListener', () => {})
const { isOutdatedBy } = await import('./live-events.ts')

const ticket = 'id-1'
const keys = {
  inbox: ['post-mortems', 'tab', 'inbox', null, '', 1],
  planner: ['post-mortems', 'planner', '2031-06-02', '2031-06-08'],
  ticket: ['post-mortems', 'one', ticket],
  other: ['post-mortems', 'one', 'id-2'],
  comments: ['post-mortems', 'comments', ticket],
  samples: ['post-mortems', 'samples', ticket],
  waiting: ['post-mortems', 'samples', 'waiting', 1],
  animal: ['animals', 'rfid', '982000123456789'],
  diagnoses: ['animals', 'of cards', `id-0,${ticket}`],
  others: ['animals', 'of cards', 'id-2'],
  bell: ['notifications', 'unread'],
  library: ['library', 'diagnoses'],
  lots: ['herd', 'lots', 'site-1'],
  mortality: ['insight', 'mortality', 'month'],
  absences: ['absences', '2031-06-02'],
  sites: ['sites', 'list', '1'],
  presence: ['presence', ticket, 'animal-1'],
  practice: ['provider'],
  cases: ['teaching-cases', 'page', '', 1],
  report: ['saved-reports', 'one', 'id-3'],
  scheduledReports: ['scheduled-reports', 'list'],
  preferences: ['notification-preferences'],
}

const allPostMortems = [
  'inbox',
  'planner',
  'ticket',
  'other',
  'comments',
  'samples',
  'waiting',
  'animal',
  'diagnoses',
  'others',
]

test.each([
  ['post_mortem', ticket, ['inbox', 'planner', 'ticket', 'comments', 'samples', 'waiting', 'animal', 'diagnoses']],
  ['post_mortem', null, allPostMortems],
  ['comment', ticket, ['comments']],
  ['sample', ticket, ['ticket', 'samples', 'waiting']],
  ['absence', null, ['planner', 'absences']],
  ['notification', null, ['bell']],
  ['presence', ticket, ['presence']],
  ['presence', 'id-2', []],
  ['library', null, [...allPostMortems, 'library', 'mortality']],
  ['lot', null, ['lots', 'mortality']],
  ['head_count', null, ['lots', 'mortality']],
  ['site', null, [...allPostMortems, 'mortality', 'sites']],
  ['teaching_case', null, ['cases']],
  ['provider', null, ['practice', 'cases']],
  ['saved_report', null, ['report']],
  ['scheduled_report', null, ['scheduledReports']],
  ['preferences', null, ['preferences']],
  [
    'all',
    null,
    [
      ...allPostMortems,
      'bell',
      'library',
      'lots',
      'mortality',
      'absences',
      'sites',
      'practice',
      'cases',
      'report',
      'scheduledReports',
      'preferences',
    ],
  ],
])(
  'a change of kind %s (ticket %s) fetches again what shows it, and nothing else',
  (kind, post_mortem_id, expected) => {
    const outdated = Object.entries(keys).filter(([, key]) => isOutdatedBy(key, { kind, post_mortem_id }))
    expect(outdated.map(([name]) => name)).toEqual(expected)
  },
)
