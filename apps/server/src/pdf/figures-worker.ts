import path from 'node:path'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { compileDisplayable } from './compile-displayable.ts'
import type { FiguresContent } from './figures-content.ts'
import { fontBlobs } from './font-blobs.ts'

const compiler = NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontBlobs: fontBlobs() }] })

/** Compiles one document of figures. */
export default function compileFigures(content: FiguresContent): Uint8Array {
  const file = (name: string) => path.join(import.meta.dirname, name)
  try {
    return compileDisplayable(content, (json) => {
      compiler.mapShadow(file('figures.json'), Buffer.from(json))
      const compiled = compiler.compile({ mainFilePath: file('figures.typ') })
      if (!compiled.result) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics ?? 'figures not set'))
      return compiler.pdf(compiled.result, { pdfStandard: PdfStandard.UA_1, pdfTags: true })
    })
  } finally {
    compiler.resetShadow()
    compiler.evictCache(10)
  }
}
