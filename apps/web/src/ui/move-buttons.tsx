import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { listTexts } from './list-texts.ts'

interface MoveButtonsProps {
  name: string
  /** From 1. */
  place: number
  last: number
  onMove: (place: number) => void
}

/** Moves a row up or down. The focus moves with the row; at either end the button stays but does nothing. */
export function MoveButtons({ name, place, last, onMove }: MoveButtonsProps) {
  const pressed = useRef<HTMLButtonElement>(null)
  // moving a row in the DOM loses the focus
  useEffect(() => {
    if (place > 0) pressed.current?.focus()
    pressed.current = null
  }, [place])
  const button = (to: number, label: string, Icon: typeof IconArrowUp) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={to < 1 || to > last}
      onClick={(event) => {
        if (to < 1 || to > last) return
        pressed.current = event.currentTarget
        onMove(to)
      }}
    >
      <Icon size={22} stroke={1.8} aria-hidden />
    </button>
  )
  return (
    <div className="move-buttons">
      {button(place - 1, listTexts.moveUp(name), IconArrowUp)}
      {button(place + 1, listTexts.moveDown(name), IconArrowDown)}
    </div>
  )
}
