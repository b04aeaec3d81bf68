import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { listTexts } from './list-texts.ts'

interface MoveButtonsProps {
  name: string
  /** From 1. */
  position: number
  lastPosition: number
  onMove: (position: number) => void
}

/** Moves a row up or down. The focus moves with the row; at either end the button stays but does nothing. */
export function MoveButtons({ name, position, lastPosition, onMove }: MoveButtonsProps) {
  const pressed = useRef<HTMLButtonElement>(null)
  // moving a row in the DOM loses the focus
  useEffect(() => {
    if (position > 0) pressed.current?.focus()
    pressed.current = null
  }, [position])
  const button = (to: number, label: string, Icon: typeof IconArrowUp) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={to < 1 || to > lastPosition}
      onClick={(event) => {
        if (to < 1 || to > lastPosition) return
        pressed.current = event.currentTarget
        onMove(to)
      }}
    >
      <Icon size={22} stroke={1.8} aria-hidden />
    </button>
  )
  return (
    <div className="move-buttons">
      {button(position - 1, listTexts.moveUp(name), IconArrowUp)}
      {button(position + 1, listTexts.moveDown(name), IconArrowDown)}
    </div>
  )
}
