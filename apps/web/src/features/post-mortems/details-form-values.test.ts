import { texts } from '@chisholm/domain/texts'
import { expect, test } from 'vitest'
import { type DetailsFormValues, firstDetailsError, toPostMortemDetails } from './details-form-values.ts'

const { checkYear, dateRequired, scheduleDateRequired, customerRequired, siteRequired } = texts.validation
const filled: DetailsFormValues = {
  record_at: '2026-11-20',
  customer_id: 'c',
  site_id: 's',
  note: '',
  no_vet_visit_requested: false,
}

test.each<[string, Partial<DetailsFormValues>, object]>([
  ['nothing missing', {}, {}],
  ['no note and no visit', { note: '', no_vet_visit_requested: true }, {}],
  ['no date', { record_at: null }, { record_at: [dateRequired] }],
  ['an emptied date', { record_at: '' }, { record_at: [dateRequired] }],
  ['a day no month has', { record_at: '2026-02-30' }, { record_at: [scheduleDateRequired] }],
  ['a year that was mistyped', { record_at: '2062-11-20' }, { record_at: [checkYear] }],
  ['half a date', { record_at: '11/2' }, { record_at: [scheduleDateRequired] }],
  ['no client', { customer_id: null, site_id: null }, { customer_id: [customerRequired] }],
  ['no site', { site_id: null }, { site_id: [siteRequired] }],
  ['nothing chosen at all', { record_at: null, customer_id: null, site_id: null }, { record_at: [dateRequired] }],
  ['a wrong date and no site', { record_at: 'x', site_id: null }, { record_at: [scheduleDateRequired] }],
])('a ticket with %s shows one error at most, the first of the form', (_what, values, errors) => {
  expect(firstDetailsError({ ...filled, ...values }, new Date('2026-11-20T12:00:00Z'))).toEqual(errors)
})

test.each([
  [true, 1],
  [false, 0],
])('"no post-mortem required" at %s is sent as %i, with everything else as typed', (checked, sent) => {
  const values = { ...filled, note: ' Off feed. ', no_vet_visit_requested: checked }
  expect(toPostMortemDetails(values)).toEqual({ ...values, no_vet_visit_requested: sent })
})
