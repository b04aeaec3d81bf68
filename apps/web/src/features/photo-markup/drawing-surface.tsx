import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Markup } from '@chisholm/domain/markup'
import { texts } from '@chisholm/domain/texts'
import { MarkupLayer } from '../../ui/markup-layer.tsx'
import { markupTexts } from './markup-texts.ts'
import { isLongEnough, type Kind, type Point, type Shape, shapeBetween } from './use-markup-shapes.ts'

interface DrawingSurfaceProps {
  picture: { name: string; url: string }
  shapes: readonly Shape[]
  kind: Kind
  color: string
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
const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** The photo with its drawing, which accepts touch, mouse, pen and keyboard input. */
export function DrawingSurface({ picture, shapes, kind, color, isFull, onDraw, onPlaceText }: DrawingSurfaceProps) {
  const surface = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [failed, setFailed] = useState(false)
  const [from, setFrom] = useState<Point | null>(null)
  const [to, setTo] = useState<Point>({ x: 0.5, y: 0.5 })
  const [usesKeys, setUsesKeys] = useState(false)

  const finish = (end: Point) => {
    if (from && isLongEnough(from, end)) onDraw(shapeBetween(kind, from, end, { color }))
    setFrom(null)
  }
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width = 1, height = 1 } = surface.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: clamp((clientX - left) / width), y: clamp((clientY - top) / height) }
  }
  const handlePointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || isFull || !event.isPrimary) return
    setUsesKeys(false)
    if (kind === 'text') return onPlaceText(pointOf(event))
    event.currentTarget.setPointerCapture(event.pointerId)
    setFrom(pointOf(event))
    setTo(pointOf(event))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction) setTo({ x: clamp(to.x + direction.x), y: clamp(to.y + direction.y) })
    else if (event.key === 'Escape' && from) setFrom(null)
    else if ((event.key === 'Enter' || event.key === ' ') && !isFull) {
      if (kind === 'text') onPlaceText(to)
      else if (from) finish(to)
      else setFrom(to)
    } else return
    setUsesKeys(true)
    // Escape would close the dialog
    event.preventDefault()
    event.stopPropagation()
  }
  const pending = from && isLongEnough(from, to) ? [shapeBetween(kind, from, to, { color })] : []
  const markup: Markup = { version: 1, shapes: [...shapes, ...pending] }
  if (failed) return <p role="alert">{texts.failure.getPhotos}</p>
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles keys itself */}
      <div
        ref={surface}
        className="markup-surface"
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- supports drawing with the keyboard
        tabIndex={0}
        aria-label={markupTexts.surface}
        aria-describedby="markup-help"
        style={size ? { aspectRatio: `${size.width} / ${size.height}` } : { visibility: 'hidden' }}
        onPointerDown={handlePointerDown}
        onPointerMove={(event) => from && !usesKeys && setTo(pointOf(event))}
        onPointerUp={(event) => !usesKeys && finish(pointOf(event))}
        onPointerCancel={() => setFrom(null)}
        onKeyDown={handleKeyDown}
      >
        <img
          src={picture.url}
          alt={picture.name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          onError={() => setFailed(true)}
        />
        {size && <MarkupLayer markup={markup} size={size} />}
        {usesKeys && <span className="markup-cross" style={{ left: `${to.x * 100}%`, top: `${to.y * 100}%` }} />}
      </div>
      <p id="markup-help" className="visually-hidden">
        {markupTexts.help}
      </p>
      <output className="visually-hidden">
        {usesKeys && from ? markupTexts.startIsSet : markupTexts.count(shapes.length)}
      </output>
    </>
  )
}
