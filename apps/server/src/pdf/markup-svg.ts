import type { Markup } from '@chisholm/domain/markup'
import { drawMarkup } from '@chisholm/domain/markup-drawing'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** XML cannot contain control characters other than tabs and line ends. */
const toXml = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- these characters are removed
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replaceAll(/[&<>"]/g, (char) => escapes[char] ?? '')

/** Converts markup to an SVG overlay for an image of this size in pixels. */
export function markupSvg(markup: Markup, size: { width: number; height: number }): string {
  const { shapes, lineWidth, outlineWidth } = drawMarkup(markup, size)
  const drawn = shapes.map((shape) => {
    if (shape.kind === 'path')
      return (
        `<path d="${shape.d}" stroke="#000" stroke-opacity="0.75" stroke-width="${outlineWidth}"/>` +
        `<path d="${shape.d}" stroke="${shape.color}" stroke-width="${lineWidth}"/>`
      )
    const { x, y, size: fontSize, anchor, text, color } = shape
    // some renderers do not support dominant-baseline; the middle of capitals is a third of the size above the baseline
    const position = `x="${x}" y="${y + fontSize * 0.35}" font-size="${fontSize}" text-anchor="${anchor}"`
    const font = 'font-family="Inter" font-weight="700"'
    return (
      `<text ${position} ${font} stroke="#000" stroke-width="${fontSize / 6}">${toXml(text)}</text>` +
      `<text ${position} ${font} fill="${color}">${toXml(text)}</text>`
    )
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" ` +
    `fill="none" stroke-linecap="round" stroke-linejoin="round">${drawn.join('')}</svg>`
  )
}
