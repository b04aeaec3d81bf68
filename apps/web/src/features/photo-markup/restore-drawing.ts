import { constants } from '@chisholm/domain/constants'
import type { Markup } from '@chisholm/domain/markup'

export type Shape = Markup['shapes'][number]

/** A drawing that was not saved before a reload. */
export interface DrawingDraft {
  /** The shapes on the photo when it was begun. */
  before: readonly Shape[]
  shapes: readonly Shape[]
}

/**
 * Goes on with a drawing, together with what somebody else has drawn or removed meanwhile.
 * @param now  the shapes on the photo now
 * @returns at most as many shapes as a photo may have
 */
export function restoreDrawing({ before, shapes }: DrawingDraft, now: readonly Shape[]): readonly Shape[] {
  const has = (all: readonly Shape[], one: Shape) => all.some((shape) => JSON.stringify(shape) === JSON.stringify(one))
  const kept = now.filter((shape) => has(shapes, shape) || !has(before, shape))
  const drawn = shapes.filter((shape) => !has(before, shape) && !has(now, shape))
  return [...kept, ...drawn].slice(0, constants.photo.markup.maxShapes)
}
