import { describe, expect, test } from 'vitest'
import { findMissingApiUses } from './browser-api-uses.ts'
import { findMissingApis } from './missing-browser-apis.ts'

const missing = findMissingApis()
const usesIn = (...codes: string[]) =>
  findMissingApiUses(
    codes.map((code, index) => ({ id: `module-${index}`, code })),
    missing,
    () => false,
  ).map(({ use }) => use.replace(/,.*/, ''))

describe('the build rejects calls that a supported browser lacks', () => {
  test.for([
    ['for await (const chunk of stream) read(chunk)', 'for await'],
    ['Promise.try(work)', 'Promise.try'],
    ['Array.fromAsync(stream)', 'Array.fromAsync'],
    ['URL.parse(address)', 'URL.parse'],
    ['new URLPattern(address)', 'URLPattern'],
    ['Temporal.Now.instant()', 'Temporal'],
    ['requestIdleCallback(work)', 'requestIdleCallback'],
    ['counts.getOrInsert(name, 0)', 'getOrInsert()'],
    ['these.union(those)', 'union()'],
    ['bytes.toBase64()', 'toBase64()'],
  ] as const)('%s', ([code, use]) => {
    expect(usesIn(code)).toEqual([use])
  })
})

describe('the build lets pass', () => {
  test.for([
    ['what all of them have', 'tags.toSorted(); Promise.allSettled(all); structuredClone(ticket)'],
    ['what is tested for', "if ('requestIdleCallback' in globalThis) requestIdleCallback(work)"],
    ['what may be missing', 'navigator.vibrate?.(20)'],
    ['what a module declares itself', 'class URLPattern {}; new URLPattern(address)'],
  ] as const)('%s', ([, code]) => {
    expect(usesIn(code)).toEqual([])
  })

  test('our own methods of the same name', () => {
    expect(usesIn('boxes.union(other)')).toEqual(['union()'])
    expect(usesIn('boxes.union(other)', 'export class Box { union(other) {} }')).toEqual([])
  })
})
