import { lazy } from '../lazy.ts'

/** Loads sharp on first use, to save memory. */
export const loadSharp = lazy(async () => {
  const { default: sharp } = await import('sharp')
  // keeps memory flat under parallel uploads
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})
