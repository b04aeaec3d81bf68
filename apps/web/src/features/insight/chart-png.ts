import { toCanvas } from 'html-to-image'
import { saveFile } from '../../api/download.ts'

/** Margins, line spacing and minimum width of the image, in CSS pixels. */
const margin = 24
const leastWidth = 480
/** Image pixels per CSS pixel. */
const scale = 2

interface Line {
  text: string
  font: string
  height: number
}

/**
 * Saves a chart as an image, with lines of text above it, in the colours of the page.
 * @param lines  the title first
 * @throws Error  the browser cannot draw it
 */
export async function savePng(chart: HTMLElement, lines: readonly string[], name: string): Promise<void> {
  const isShown = (node: Node) => !(node instanceof Element && node.matches('.visually-hidden, .no-print'))
  const restore = inlineSvgStyles(chart)
  const drawn = await toCanvas(chart, { pixelRatio: scale, filter: isShown, fontEmbedCSS: await readFonts() }).finally(
    restore,
  )
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

const svgStyles = ['fill', 'stroke', 'strokeWidth', 'strokeDasharray', 'fontSize', 'fontFamily'] as const

/**
 * Inlines the styles of SVG elements, because the library copies only those of the root. @returns a function that
 * undoes it
 */
function inlineSvgStyles(chart: HTMLElement): () => void {
  const elements = [...chart.querySelectorAll<SVGElement>('svg *')]
  const before = elements.map((element) => element.getAttribute('style'))
  for (const element of elements) {
    const computed = getComputedStyle(element)
    for (const property of svgStyles) element.style[property] = computed[property]
  }
  return () =>
    elements.forEach((element, index) => {
      const style = before[index]
      if (typeof style === 'string') element.setAttribute('style', style)
      else element.removeAttribute('style')
    })
}

/** The CSS of the loaded fonts with embedded data, because an image cannot load fonts. */
async function readFonts(): Promise<string> {
  const loaded = new Set(
    [...document.fonts].filter(({ status }) => status === 'loaded').map((font) => font.unicodeRange),
  )
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href ?? document.baseURI })))
    .filter(({ rule }) => rule instanceof CSSFontFaceRule && loaded.has(rule.style.getPropertyValue('unicode-range')))
  const embedded = rules.map(async ({ rule, base }) => {
    const url = /url\("([^"]+)"\)/.exec(rule.cssText)?.[1]
    return url ? rule.cssText.replace(url, await readAsDataUrl(new URL(url, base).href)) : ''
  })
  return (await Promise.all(embedded)).join('\n')
}

async function readAsDataUrl(url: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  return `data:font/woff2;base64,${btoa(binary)}`
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
