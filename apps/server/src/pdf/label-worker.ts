import path from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { encode } from 'uqr'
import { fontBlobs } from './font-blobs.ts'
import type { LabelContent } from './render-label.ts'

const compiler = NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontBlobs: fontBlobs() }] })

/** A QR code as SVG, with the quiet zone that scanners need. */
function toSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'Q', border: 2 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x},${y}H${x + 1}V${y + 1}H${x}Z`] : [])),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${squares.join('')}"/></svg>`
}

/** Compiles one label. */
export default function compileLabel(content: LabelContent): Uint8Array {
  const file = (name: string) => path.join(import.meta.dirname, name)
  compiler.mapShadow(file('label-code.svg'), Buffer.from(toSvg(content.code)))
  compiler.mapShadow(file('label.json'), Buffer.from(JSON.stringify(content)))
  try {
    const compiled = compiler.compile({ mainFilePath: file('label.typ') })
    if (!compiled.result) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics ?? 'label not set'))
    return compiler.pdf(compiled.result)
  } finally {
    compiler.resetShadow()
    compiler.evictCache(10)
  }
}
