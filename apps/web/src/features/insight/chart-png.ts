import { toCanvas } from 'html-to-image'
import { saveFile } from '../../api/download.ts'

/** Space around the picture, between its lines, and its least width, in CSS pixels. */
const margin = 24
const leastWidth = 480
/** Pixels of the picture for each CSS pixel. */
const scale = 2

interface Line {
  text: string
  font: string
  height: number
}

/**
 * Saves a chart as picture, with lines of text above it, in the colours of the page.
 * @param lines  the title first
 * @throws Error  the browser cannot draw it
 */
export async function savePng(chart: HTMLElement, lines: readonly string[], name: string): Promise<void> {
  const isShown = (node: Node) => !(node instanceof Element && node.classList.contains('visually-hidden'))
  // the app has no fonts of its own
  const drawn = await toCanvas(chart, { pixelRatio: scale, filter: isShown, skipFonts: true })
  const { color, fontFamily } = getComputedStyle(chart)
  const background = getComputedStyle(chart.closest('.card') ?? document.body).backgroundColor
  const width = Math.max(leastWidth, drawn.width / scale)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const texts = lines.flatMap((text, index) => {
    const font = index === 0 ? `700 18px ${fontFamily}` : `400 13px ${fontFamily}`
    return wrap(context, text, font, width).map((part): Line => ({ text: part, font, height: index === 0 ? 26 : 19 }))
  })
  const head = texts.reduce((sum, { height }) => sum + height, 0) + 12
  canvas.width = (width + 2 * margin) * scale
  canvas.height = (head + 2 * margin) * scale + drawn.height
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.fillStyle = color
  context.textBaseline = 'top'
  let y = margin
  for (const { text, font, height } of texts) {
    context.font = font
    context.fillText(text, margin, y)
    y += height
  }
  context.drawImage(drawn, margin, margin + head, drawn.width / scale, drawn.height / scale)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('no picture')
  saveFile(png, `${name}.png`)
}

/** Breaks a text into lines of at most this width. */
function wrap(context: CanvasRenderingContext2D, text: string, font: string, width: number): string[] {
  context.font = font
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && context.measureText(longer).width > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}
