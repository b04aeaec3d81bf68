import { expect, test } from 'vitest'
import { settingsHelp } from '../settings-table.ts'
import { readSettings } from '../settings.ts'

const read = (STORAGE_URL: string) => readSettings({ STORAGE_URL })
const start = 'STORAGE_URL '
const form = 's3://KEY:SECRET@host/bucket, with / + @ : % of the keys written as %2F %2B %40 %3A %25'

test('an address names host, bucket, folder and keys; the rest has defaults', () => {
  expect(read('s3://KEY:a%2Fb@files.example:9000/chisholm/clinic/north').settings?.bucket).toEqual({
    endpoint: 'https://files.example:9000',
    bucket: 'chisholm',
    prefix: 'clinic/north/',
    region: 'us-east-1',
    style: 'path',
    photos: 'direct',
    keys: { id: 'KEY', secret: 'a/b' },
  })
  const chosen = read('s3://files.example/chisholm?region=eu-west-1&tls=0&style=host&photos=server').settings?.bucket
  expect(chosen).toEqual({
    endpoint: 'http://files.example',
    bucket: 'chisholm',
    prefix: '',
    region: 'eu-west-1',
    style: 'host',
    photos: 'server',
  })
})

test('for Amazon the bucket is in the host name by default', () => {
  expect(read('s3://s3.eu-west-1.amazonaws.com/chisholm?region=eu-west-1').settings?.bucket?.style).toBe('host')
  expect(read('s3://s3.eu-west-1.amazonaws.com/chisholm?style=path').settings?.bucket?.style).toBe('path')
})

test.each([
  ['https://files.example/chisholm', `must be an address like ${form}.`],
  ['s3://KEY:top/secret@files.example/chisholm', `must be an address like ${form}.`],
  ['s3://files.example', 'must have a bucket after the host: 3 to 63 lower-case letters, digits, dots and hyphens.'],
  ['s3://KEY@files.example/chisholm', `must have both keys or none: it must be an address like ${form}.`],
  ['s3://KEY:100%@files.example/chisholm', `must have both keys or none: it must be an address like ${form}.`],
  ['s3://files.example/chisholm?tls=yes', 'must have tls=1 or tls=0.'],
  ['s3://files.example/chisholm?region=', 'must have a region like eu-west-1.'],
  [
    's3://files.example/chisholm?secret=top',
    'has something after its ? that is not known: it takes region, tls, style, photos.',
  ],
])('%s is refused in one line', (url, line) => {
  expect(read(url).errors).toEqual([start + line])
  expect(line).not.toContain('top')
})

test('the help shows the format', () => {
  expect(settingsHelp()).toMatch(/STORAGE_URL +files in DATA_DIR +s3:/)
})
