/** An invalid URL, and the expected screen. */
export interface InvalidUrl {
  url: string
  /** The heading for each role that tries the URL. Null means a redirect home. */
  expectedH1: { client?: string | RegExp | null; vet?: string | RegExp | null; admin?: string }
  expectedText?: string
  /** The heading in the split view of a desktop, if that is different. */
  splitViewH1?: string
}

export const unknownId = '0190a5f0-7c1b-7def-8a3b-0123456789ab'
