import { compilerProcess } from './compiler-process.ts'

/** The content of a label, formatted for print. */
export interface LabelContent {
  /** Printed large, and as a QR code. */
  code: string
  lines: string[]
  provider: string
  /** Number of pages. */
  copies: number
}

/** Renders a label of 62 × 29 mm as PDF. */
export const renderLabel = compilerProcess<LabelContent>('label-worker.ts')
