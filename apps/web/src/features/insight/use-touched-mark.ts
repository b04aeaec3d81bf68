import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

/** Distance of a point from a rectangle, 0 within it. */
const distanceFrom = (x: number, y: number, { left, right, top, bottom }: DOMRect) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))

/** The `data-mark` of the mark that is nearest to a point. */
function nearestMark(chart: HTMLElement, x: number, y: number): string | undefined {
  const marks = [...chart.querySelectorAll<HTMLElement>('[data-mark]')].map((mark) => ({
    key: mark.dataset['mark'],
    distance: distanceFrom(x, y, mark.getBoundingClientRect()),
  }))
  return marks.toSorted((one, other) => one.distance - other.distance)[0]?.key
}

/**
 * The selected mark of a chart whose marks are narrower than a finger: a touch anywhere in the chart selects the nearest
 * one. A mouse and the keyboard follow the link of a mark.
 */
export function useTouchedMark() {
  const [touched, setTouched] = useState<string>()
  const pointerType = useRef('')
  return {
    touched,
    setTouched,
    touchProps: {
      onPointerDownCapture: (event: PointerEvent) => {
        pointerType.current = event.pointerType
      },
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        const isByKeyboard = event.detail === 0
        if (isByKeyboard || pointerType.current !== 'touch') return
        event.preventDefault()
        setTouched(nearestMark(event.currentTarget, event.clientX, event.clientY))
      },
    },
  }
}
