import jsQr from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Renders a page of a PDF like a phone's photo of the printed page, and decodes its QR code; null if there is none. */
export async function decodeQrCode(pdf: Uint8Array, pageNumber: number, dotsPerInch = 150): Promise<string | null> {
  const loading = getDocument({ data: new Uint8Array(pdf) })
  try {
    const document = await loading.promise
    const page = await document.getPage(pageNumber)
    const viewport = page.getViewport({ scale: dotsPerInch / 72 })
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
    // cast: pdf.js types its canvas factory as any object
    const factory = document.canvasFactory as { create: (width: number, height: number) => Created }
    const { canvas, context } = factory.create(width, height)
    await page.render({ canvas, canvasContext: context, viewport }).promise
    const { default: decode } = jsQr
    return decode(context.getImageData(0, 0, width, height).data, width, height)?.data ?? null
  } finally {
    await loading.destroy()
  }
}

interface Created {
  canvas: object
  context: { getImageData: (x: number, y: number, width: number, height: number) => { data: Uint8ClampedArray } }
}
