import type { Piscina } from 'piscina'
import pLimit from 'p-limit'
import { lazy } from '../lazy.ts'
import { reportDuration } from '../process-metrics.ts'
import type { FiguresContent } from './figures-content.ts'

/** The thread starts when it is needed and stops when idle, which also releases the memory of Typst. */
const openPool = lazy(async (): Promise<Piscina> => {
  const { Piscina } = await import('piscina')
  const filename = new URL('./figures-worker.ts', import.meta.url).href
  return new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: 30_000 })
})

const renderLimit = pLimit(1)

/** Renders figures with their charts and tables as tagged PDF (PDF/UA-1) with embedded fonts, in a worker thread. */
export const renderFigures = (content: FiguresContent): Promise<Buffer> =>
  renderLimit(async () => {
    const stopTimer = reportDuration.startTimer()
    const pool = await openPool()
    // cast: the return type of figures-worker.ts
    const pdf = Buffer.from((await pool.run(content)) as Uint8Array)
    stopTimer()
    return pdf
  })
