import { readFile } from 'node:fs/promises'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Reads the text of a PDF and counts its images. */
export async function readPdf(file: string): Promise<{ text: string; images: number }> {
  const document = await getDocument({ data: new Uint8Array(await readFile(file)) }).promise
  let text = ''
  let images = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const content = await page.getTextContent()
    text += `${content.items.map((item) => ('str' in item ? item.str : '')).join(' ')}\n`
    images += (await page.getOperatorList()).fnArray.filter((operation) => operation === OPS.paintImageXObject).length
  }
  return { text: text.replace(/\s+/g, ' '), images }
}
