import { lazy } from '../lazy.ts'

/** The library of pictures, loaded with the first of them: until then a quiet server stays small. */
export const loadSharp = lazy(async () => {
  const { default: sharp } = await import('sharp')
  // memory stays flat under many uploads at once
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})
