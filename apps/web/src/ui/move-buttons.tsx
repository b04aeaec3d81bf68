import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { listTexts } from './list-texts.ts'

interface MoveButtonsProps {
  name: string
  /** Counts from 1. */
  position: number
  lastPosition: number
  /** Resolves once the row is shown there. */
  onMove: (position: number) => Promise<void> | void
}

/**
 * Moves a row up or down. The focus moves with the row; at either end the button stays but does nothing. A click while
 * the row is being moved counts from where it will be.
 */
export function MoveButtons({ name, position, lastPosition, onMove }: MoveButtonsProps) {
  const pressed = useRef<HTMLButtonElement>(null)
  // moving a row in the DOM loses the focus
  useEffect(() => {
    if (position > 0) pressed.current?.focus()
    pressed.current = null
  }, [position])
  const moves = useRef({ running: 0, target: position })
  const move = async (by: number) => {
    const { running, target } = moves.current
    const to = (running > 0 ? target : position) + by
    if (to < 1 || to > lastPosition) return
    moves.current = { running: running + 1, target: to }
    await onMove(to)
    moves.current.running--
  }
  const button = (by: number, label: string, Icon: typeof IconArrowUp) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={position + by < 1 || position + by > lastPosition}
      onClick={(event) => {
        pressed.current = event.currentTarget
        void move(by)
      }}
    >
      <Icon size={22} stroke={1.8} aria-hidden />
    </button>
  )
  return (
    <div className="move-buttons">
      {button(-1, listTexts.moveUp(name), IconArrowUp)}
      {button(1, listTexts.moveDown(name), IconArrowDown)}
    </div>
  )
}
