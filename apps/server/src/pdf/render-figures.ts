import { reportDuration } from '../process-metrics.ts'
import { compilerProcess } from './compiler-process.ts'
import type { FiguresContent } from './figures-content.ts'

const compile = compilerProcess<FiguresContent>('figures-worker.ts')

/** Renders figures with their charts and tables as tagged PDF (PDF/UA-1) with embedded fonts. */
export async function renderFigures(content: FiguresContent): Promise<Buffer> {
  const stopTimer = reportDuration.startTimer()
  const pdf = await compile(content)
  stopTimer()
  return pdf
}
