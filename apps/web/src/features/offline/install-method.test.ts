import { expect, test } from 'vitest'
import { installMethod, isAppleTouchDevice } from './install-method.ts'

const browser = { isStandalone: false, isSecure: true, hasPrompt: false, wasInstalled: false, isAppleTouch: false }

test.each([
  ['a browser that asks by itself', { hasPrompt: true }, 'prompt'],
  ['the same browser after the app was removed', { hasPrompt: true, wasInstalled: true }, 'prompt'],
  ['an iPhone', { isAppleTouch: true }, 'apple'],
  ['another browser', {}, 'browser menu'],
  ['a browser that has installed it', { wasInstalled: true }, null],
  ['the installed app', { isStandalone: true }, null],
  ['the installed app of an iPhone', { isStandalone: true, isAppleTouch: true }, null],
  ['plain http', { isSecure: false }, null],
  ['plain http on an iPhone', { isSecure: false, isAppleTouch: true }, null],
])('how %s installs the app', (_case, device, way) => expect(installMethod({ ...browser, ...device })).toBe(way))

test.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', 5, true],
  ['iPad', 'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X)', 5, true],
  ['iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['Android', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, false],
  ['Windows with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, false],
])('%s', (_name, userAgent, maxTouchPoints, expected) =>
  expect(isAppleTouchDevice({ userAgent, maxTouchPoints })).toBe(expected),
)
