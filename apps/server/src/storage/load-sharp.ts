import { lazy } from '../lazy.ts'

/** sharp is loaded when it is first used, to save memory. */
export const loadSharp = lazy(async () => {
  const { default: sharp } = await import('sharp')
  // Without this, memory grows under parallel uploads.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})
