import type { Plugin } from 'vite'
import { findMissingApiUses } from './browser-api-uses.ts'
import { findMissingApis } from './missing-browser-apis.ts'

// This module contains core-js.
const pdfJs = /\/(pdfjs-dist|react-pdf)\//
/** Calls that are safe, each with the reason. */
const allowed: { module: RegExp; use: RegExp }[] = [
  // readable-stream-polyfill.ts adds the iterator.
  { module: pdfJs, use: /^for await/ },
  // core-js catches the error.
  { module: pdfJs, use: /^JSON\.isRawJSON/ },
  // pdf.js checks elsewhere whether the browser has it.
  { module: pdfJs, use: /^(ImageDecoder|Sanitizer|setHTML)/ },
  // This is a method of the router, which checks whether the browser has its own.
  { module: /\/@tanstack\/router-core\//, use: /^startViewTransition/ },
  // This is a parameter of its own, not the interface of generic sensors.
  { module: /\/@dnd-kit\/core\//, use: /^Sensor/ },
  // Every browser that has requestIdleCallback has this, too.
  { module: /\/use-outbox-sending\./, use: /^cancelIdleCallback/ },
]
const isAllowed = (id: string, use: string) => allowed.some((one) => one.module.test(id) && one.use.test(use))

/**
 * Fails the build if a module, even of a library, calls an API that a supported browser lacks. The build target only
 * transpiles syntax.
 */
export const checkApis = (): Plugin => ({
  name: 'check-apis',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const modules = chunks.flatMap((chunk) =>
      Object.entries(chunk.modules).map(([id, { code }]) => ({ id, code: code ?? '' })),
    )
    const uses = findMissingApiUses(modules, findMissingApis(), (id) => pdfJs.test(id))
    const found = uses.filter(({ id, use }) => !isAllowed(id, use)).map(({ id, use }) => `${id}: ${use}`)
    if (found.length > 0) this.error(`A supported browser lacks these APIs (docs/browsers.md):\n${found.join('\n')}`)
  },
})
