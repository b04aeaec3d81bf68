/** A wrong URL and what it shows inside the layout of the app. */
export interface InvalidUrl {
  url: string
  /** The heading for each role that tries it; null for a redirect home. */
  expectedH1: { client?: string | RegExp | null; vet?: string | RegExp | null; admin?: string }
  expectedText?: string
  /** The heading in the split view of a desktop, if it is another one. */
  splitViewH1?: string
}

export const unknownId = '0190a5f0-7c1b-7def-8a3b-0123456789ab'
