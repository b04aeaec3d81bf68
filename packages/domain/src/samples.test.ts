import { expect, test } from 'vitest'
import { validateSample } from './samples.ts'

const sample = {
  sample_kind_id: 'kind',
  container: null,
  lab: null,
  test: null,
  result: null,
  result_flag: null,
  note: null,
}

test.each([
  [{}, []],
  [{ sample_kind_id: null }, ['sample_kind_id']],
  [{ result_flag: 'negative' }, []],
  [{ result_flag: 'positive' }, []],
  [{ result_flag: 'inconclusive' }, []],
  [{ result_flag: 'perhaps' }, ['result_flag']],
  [{ result_flag: '' }, ['result_flag']],
])('of a sample with %o, refused are: %j', (changed, fields) => {
  expect(Object.keys(validateSample({ ...sample, ...changed }))).toEqual(fields)
})
