import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Shape } from './restore-drawing.ts'
import { isLongEnough, type Pen, type Point, pointWithin, shapeBetween } from './use-markup-shapes.ts'

export interface DrawingInputOptions {
  pen: Pen
  /** No more shapes can be drawn. */
  isFull: boolean
  /** Called with a finished shape. */
  onDraw: (shape: Shape) => void
  /** Called with the position of a text that will be typed next. */
  onPlaceText: (at: Point) => void
}

const keyStep = 0.02
const directions: Record<string, Point> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}

/**
 * Draws by touch, mouse, pen or keyboard.
 * @returns the handlers of the element to draw on, the shape that is being drawn, and the cross that arrow keys move
 */
export function useDrawingInput({ pen, isFull, onDraw, onPlaceText }: DrawingInputOptions) {
  const surface = useRef<HTMLDivElement>(null)
  /** The start of the shape; null while none is being drawn. */
  const [from, setFrom] = useState<Point | null>(null)
  const [to, setTo] = useState<Point>({ x: 0.5, y: 0.5 })
  const [usesKeys, setUsesKeys] = useState(false)
  /** The finger, pen or mouse that draws; another one on the photo, like a palm, changes nothing. */
  const pointer = useRef<number | null>(null)

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width = 1, height = 1 } = surface.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return pointWithin((clientX - left) / width, (clientY - top) / height)
  }
  const draws = ({ pointerId }: PointerEvent) => !usesKeys && pointerId === pointer.current
  const shapeTo = (end: Point) => (from && isLongEnough(from, end) ? shapeBetween(from, end, pen) : null)
  const finish = (end: Point) => {
    const shape = shapeTo(end)
    if (shape) onDraw(shape)
    setFrom(null)
  }
  const pressKey = () => {
    if (pen.kind === 'text') onPlaceText(to)
    else if (from) finish(to)
    else setFrom(to)
  }
  return {
    pending: shapeTo(to),
    /** Undefined while the pointer draws. */
    cross: usesKeys ? to : undefined,
    isStartSet: usesKeys && from !== null,
    surfaceProps: {
      ref: surface,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || isFull || !event.isPrimary) return
        setUsesKeys(false)
        if (pen.kind === 'text') return onPlaceText(pointOf(event))
        event.currentTarget.setPointerCapture(event.pointerId)
        pointer.current = event.pointerId
        setFrom(pointOf(event))
        setTo(pointOf(event))
      },
      onPointerMove: (event: PointerEvent) => from && draws(event) && setTo(pointOf(event)),
      onPointerUp: (event: PointerEvent) => draws(event) && finish(pointOf(event)),
      onPointerCancel: (event: PointerEvent) => draws(event) && setFrom(null),
      onKeyDown: (event: KeyboardEvent) => {
        const direction = directions[event.key]
        if (direction) setTo(pointWithin(to.x + direction.x, to.y + direction.y))
        else if (event.key === 'Escape' && from) setFrom(null)
        else if ((event.key === 'Enter' || event.key === ' ') && !isFull) pressKey()
        else return
        setUsesKeys(true)
        // Escape would close the dialog
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
