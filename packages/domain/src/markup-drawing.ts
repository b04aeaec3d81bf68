import type { Markup } from './markup.ts'

type DrawnShape =
  | { kind: 'path'; d: string; color: string }
  | {
      kind: 'text'
      x: number
      y: number
      size: number
      anchor: 'start' | 'middle' | 'end'
      text: string
      color: string
    }

interface Drawing {
  shapes: DrawnShape[]
  lineWidth: number
  /** The width of the dark outline under lines. */
  outlineWidth: number
}

const headAngle = Math.PI / 7
const round = (length: number) => Math.round(length * 10) / 10

/** Turns markup into paths and texts over a picture of this size in pixels. A circle fills the box of its two points. */
export function drawMarkup({ shapes }: Markup, { width, height }: { width: number; height: number }): Drawing {
  const side = Math.max(width, height)
  const lineWidth = side / 110
  const drawn = shapes.map((shape): DrawnShape => {
    const { kind, color, text = '' } = shape
    const from = { x: round(shape.x * width), y: round(shape.y * height) }
    const to = { x: round(shape.x2 * width), y: round(shape.y2 * height) }
    if (kind === 'text') {
      const anchor = shape.x < 1 / 3 ? 'start' : shape.x < 2 / 3 ? 'middle' : 'end'
      const room = { start: 1 - shape.x, middle: 2 * Math.min(shape.x, 1 - shape.x), end: shape.x }[anchor]
      // long texts get smaller instead of being cut off
      const size = round(Math.min(side / 22, (width * Math.min(0.9, room)) / emsOf(text)))
      // the middle of its letters, which are not cut off at an edge either
      const y = round(Math.max(size / 2, Math.min(from.y, height - size / 2)))
      return { kind, x: from.x, y, size, anchor, text, color }
    }
    const d = kind === 'circle' ? ellipse(from, to) : kind === 'arrow' ? arrow(from, to, lineWidth * 6) : line(from, to)
    return { kind: 'path', d, color }
  })
  return { shapes: drawn, lineWidth: round(lineWidth), outlineWidth: round(lineWidth * 1.9) }
}

const isWide = /[\u2E80-\u{10FFFF}]/u
const isCapital = /[\p{Lu}%@&]/u

/** The width of a text in bold letters as a multiple of their size, at least one letter's. */
const emsOf = (text: string): number =>
  Array.from(text || ' ').reduce((sum, char) => sum + (isWide.test(char) ? 1.1 : isCapital.test(char) ? 0.75 : 0.6), 0)

interface Point {
  x: number
  y: number
}

const line = (from: Point, to: Point) => `M${from.x} ${from.y}L${to.x} ${to.y}`

function arrow(from: Point, to: Point, headLength: number): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const wing = (side: 1 | -1) => {
    const rotated = angle + Math.PI + side * headAngle
    return `${round(to.x + headLength * Math.cos(rotated))} ${round(to.y + headLength * Math.sin(rotated))}`
  }
  return `${line(from, to)}M${wing(1)}L${to.x} ${to.y}L${wing(-1)}`
}

function ellipse(from: Point, to: Point): string {
  const [rx, ry] = [round(Math.abs(to.x - from.x) / 2), round(Math.abs(to.y - from.y) / 2)]
  const [left, right, y] = [Math.min(from.x, to.x), Math.max(from.x, to.x), round((from.y + to.y) / 2)]
  return `M${left} ${y}A${rx} ${ry} 0 1 1 ${right} ${y}A${rx} ${ry} 0 1 1 ${left} ${y}`
}
