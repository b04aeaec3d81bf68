import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Extracts text and metadata of a PDF. */
export async function readPdf(bytes: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(bytes) })
  const document = await loading.promise
  // cast: pdf.js types the metadata as an object
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } }
  const pages: string[] = []
  const sizes: { width: number; height: number }[] = []
  let fontsInFile = true
  let rightEdge = 0
  let isTagged = true
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    sizes.push({ width, height })
    const content = await page.getTextContent()
    for (const item of content.items)
      if ('str' in item) rightEdge = Math.max(rightEdge, Number(item.transform[4]) + item.width)
    isTagged &&= (await page.getStructTree()) !== null
    pages.push(oneLine(content.items.map((item) => ('str' in item ? item.str : '')).join(' ')))
    // fonts are known once the page is laid out
    await page.getOperatorList()
    for (const font of Object.keys(content.styles)) {
      // cast: pdf.js types its fonts as any object
      if ((page.commonObjs.get(font) as { missingFile?: boolean }).missingFile) fontsInFile = false
    }
  }
  const found = {
    text: pages.join(' '),
    pages,
    /** of the text that reaches furthest to the right, in points */
    rightEdge,
    /** in points, 1/72 inch */
    sizes,
    title: info.Title,
    language: info.Language,
    isTagged,
    fontsInFile,
  }
  await loading.destroy()
  return found
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
