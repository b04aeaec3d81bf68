import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { texts } from '@chisholm/domain/texts'
import { answerDocuments } from './answer-documents.ts'
import { compileDisplayable, fitDrawing } from './compile-displayable.ts'
import { currentLayout, type PrintedReport } from './report-content.ts'
import { compilePdf, createCompiler, workspaceFile } from './typst-compiler.ts'

const compiler = createCompiler()

/** The layouts of issued reports; reports without a stored layout have the first one. */
const layouts: Record<number, string> = { 1: 'report-layout-1.typ', 2: 'report.typ', [currentLayout]: 'report.typ' }

/** Compiles one report. */
function compileReport(content: PrintedReport): Uint8Array {
  const drawings = new Map<string, string>()
  const addDrawing = (svg: string | undefined, name: string) => {
    if (svg === undefined) return null
    drawings.set(name, svg)
    return name
  }
  const animals = content.animals.map((animal, index) => ({
    ...animal,
    photos: animal.photos.map((photo, number) => {
      const { caption, system = null } = photo
      if (photo.bytes === null) return { path: null, caption, system }
      const name = `photo-${index}-${number}.jpg`
      compiler.mapShadow(workspaceFile(name), Buffer.from(photo.bytes))
      return {
        path: name,
        caption,
        system,
        drawing: addDrawing(photo.drawing, `drawing-${index}-${number}.svg`),
      }
    }),
  }))
  // The compiler detects the image format itself.
  if (content.logo) compiler.mapShadow(workspaceFile('logo'), Buffer.from(content.logo))
  const logo = content.logo && 'logo'
  if (content.qrCode) compiler.mapShadow(workspaceFile('code.svg'), Buffer.from(content.qrCode))
  const printed = {
    ...content,
    logo,
    qrCode: content.qrCode && 'code.svg',
    animals,
    photoLost: texts.other.photoLost,
    photoDrawing: texts.other.photoDrawing,
  }
  try {
    return compileDisplayable(printed, (json, fit) => {
      for (const [name, svg] of drawings) compiler.mapShadow(workspaceFile(name), Buffer.from(fitDrawing(svg, fit)))
      compiler.mapShadow(workspaceFile('report.json'), Buffer.from(json))
      return compilePdf(compiler, layouts[content.layout ?? 1] ?? '', { pdfStandard: PdfStandard.UA_1, pdfTags: true })
    })
  } finally {
    compiler.resetShadow()
    compiler.evictCache(10)
  }
}

answerDocuments(compileReport)
