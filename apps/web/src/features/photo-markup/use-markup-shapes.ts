import { clamp } from '@mantine/hooks'
import { useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import type { Markup } from '@chisholm/domain/markup'
import { deleteDraft, saveDraft } from '../../api/form-drafts.ts'
import { type DrawingDraft, restoreDrawing, type Shape } from './restore-drawing.ts'

/** Kind and colour of the next shape. */
export type Pen = Pick<Shape, 'kind' | 'color'>
/** A point of the picture, as fractions of its width and height. */
export interface Point {
  x: number
  y: number
}

/** The nearest point within the picture. */
export const pointWithin = (x: number, y: number): Point => ({ x: clamp(x, 0, 1), y: clamp(y, 0, 1) })

/** Four digits are finer than a pixel of a photo. */
const toFraction = (value: number) => Math.round(value * 10_000) / 10_000

/** A shape between two points. */
export const shapeBetween = (from: Point, to: Point, style: Pen & { text?: string }): Shape => ({
  x: toFraction(from.x),
  y: toFraction(from.y),
  x2: toFraction(to.x),
  y2: toFraction(to.y),
  ...style,
})

/** A shorter movement counts as a tap, which draws nothing. */
const shortest = 0.01
export const isLongEnough = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y) >= shortest

/**
 * The shapes on a photo, with undo, including undo of removing all shapes. They are stored on the device until they are
 * saved or discarded.
 * @param draft  those from before a reload
 */
export function useMarkupShapes(initial: Markup | null, draftName: string, draft: DrawingDraft | null) {
  const [saved] = useState<readonly Shape[]>(initial?.shapes ?? [])
  const [history, setHistory] = useState<readonly (readonly Shape[])[]>([
    saved,
    ...(draft ? [restoreDrawing(draft, saved)] : []),
  ])
  const shapes = history.at(-1) ?? []
  const change = (next: typeof history) => {
    setHistory(next)
    if (next.length > 1) saveDraft(draftName, { before: saved, shapes: next.at(-1) ?? [] } satisfies DrawingDraft)
    else void deleteDraft(draftName)
  }
  return {
    shapes,
    isFull: shapes.length >= constants.photo.markup.maxShapes,
    isChanged: history.length > 1,
    add: (shape: Shape) => change([...history, [...shapes, shape]]),
    undo: () => change(history.slice(0, -1)),
    clear: () => change([...history, []]),
    /** The layer to save; null if nothing is drawn. */
    toMarkup: (): Markup | null => (shapes.length > 0 ? { version: 1, shapes: [...shapes] } : null),
  }
}

export type MarkupShapes = ReturnType<typeof useMarkupShapes>
