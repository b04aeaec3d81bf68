import { encode } from 'uqr'
import { answerDocuments } from './answer-documents.ts'
import type { LabelContent } from './render-label.ts'
import { compilePdf, createCompiler, workspaceFile } from './typst-compiler.ts'

const compiler = createCompiler()

/** A QR code as SVG, with the quiet zone that scanners need. */
function toSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'Q', border: 2 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x},${y}H${x + 1}V${y + 1}H${x}Z`] : [])),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${squares.join('')}"/></svg>`
}

/** Compiles one label. */
function compileLabel(content: LabelContent): Uint8Array {
  compiler.mapShadow(workspaceFile('label-code.svg'), Buffer.from(toSvg(content.code)))
  compiler.mapShadow(workspaceFile('label.json'), Buffer.from(JSON.stringify(content)))
  try {
    return compilePdf(compiler, 'label.typ')
  } finally {
    compiler.resetShadow()
    compiler.evictCache(10)
  }
}

answerDocuments(compileLabel)
