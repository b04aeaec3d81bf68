import { readFile } from 'node:fs/promises'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Pdf {
  text: string
  pages: number
  images: number
  /** The colours of areas and texts. */
  fills: string[]
}

/** Reads the text and colours of a PDF, and counts its pages and images. */
export async function readPdf(file: string): Promise<Pdf> {
  const document = await getDocument({ data: new Uint8Array(await readFile(file)) }).promise
  let text = ''
  let images = 0
  const fills = new Set<string>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const content = await page.getTextContent()
    text += `${content.items.map((item) => ('str' in item ? item.str : '')).join(' ')}\n`
    const { fnArray, argsArray } = await page.getOperatorList()
    images += fnArray.filter((operation) => operation === OPS.paintImageXObject).length
    for (const [index, operation] of fnArray.entries())
      if (operation === OPS.setFillRGBColor) fills.add(String(argsArray[index]?.[0]))
  }
  return { text: text.replace(/\s+/g, ' '), pages: document.numPages, images, fills: [...fills] }
}
