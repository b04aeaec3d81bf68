import type { Plugin } from 'vite'
import { findMissingApiUses } from './api-uses.ts'
import { findMissingApis } from './missing-apis.ts'

// it brings core-js
const pdfJs = /\/(pdfjs-dist|react-pdf)\//
/** Calls that do no harm, each with the reason. */
const allowed: { module: RegExp; use: RegExp }[] = [
  // readable-stream-polyfill.ts stands in
  { module: pdfJs, use: /^for await/ },
  // core-js tries it and catches the failure
  { module: pdfJs, use: /^JSON\.isRawJSON/ },
  // tested for in another place
  { module: pdfJs, use: /^(ImageDecoder|Sanitizer|setHTML)/ },
  // a method of the router, which tests for that of the page
  { module: /\/@tanstack\/router-core\//, use: /^startViewTransition/ },
  // who has requestIdleCallback has this, too
  { module: /\/use-outbox-sending\./, use: /^cancelIdleCallback/ },
]
const isAllowed = (id: string, use: string) => allowed.some((one) => one.module.test(id) && one.use.test(use))

/**
 * Fails the build when a module of it, ours or of a library, calls what a supported browser lacks: the target of the
 * build turns newer syntax into older, but leaves calls as they are.
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
    if (found.length > 0)
      this.error(`Some supported browser lacks what is called here (docs/browsers.md):\n${found.join('\n')}`)
  },
})
