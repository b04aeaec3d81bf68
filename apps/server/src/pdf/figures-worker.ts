import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { answerDocuments } from './answer-documents.ts'
import { compileDisplayable } from './compile-displayable.ts'
import type { FiguresContent } from './figures-content.ts'
import { compilePdf, createCompiler, workspaceFile } from './typst-compiler.ts'

const compiler = createCompiler()

/** Compiles one document of figures. */
function compileFigures(content: FiguresContent): Uint8Array {
  try {
    return compileDisplayable(content, (json) => {
      compiler.mapShadow(workspaceFile('figures.json'), Buffer.from(json))
      return compilePdf(compiler, 'figures.typ', { pdfStandard: PdfStandard.UA_1, pdfTags: true })
    })
  } finally {
    compiler.resetShadow()
    compiler.evictCache(10)
  }
}

answerDocuments(compileFigures)
