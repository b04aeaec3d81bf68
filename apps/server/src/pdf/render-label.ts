import type { Piscina } from 'piscina'
import { lazy } from '../lazy.ts'

/** The content of a label, formatted for print. */
export interface LabelContent {
  /** Printed large, and as a QR code. */
  code: string
  lines: string[]
  provider: string
  /** Number of pages. */
  copies: number
}

/** The thread starts when it is needed and stops when idle, which also releases the memory of Typst. */
const openPool = lazy(async (): Promise<Piscina> => {
  const { Piscina } = await import('piscina')
  const filename = new URL('./label-worker.ts', import.meta.url).href
  return new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: 30_000 })
})

/** Renders a label of 62 × 29 mm as PDF, in a worker thread. */
export async function renderLabel(content: LabelContent): Promise<Buffer> {
  const pool = await openPool()
  // cast: the return type of label-worker.ts
  return Buffer.from((await pool.run(content)) as Uint8Array)
}
