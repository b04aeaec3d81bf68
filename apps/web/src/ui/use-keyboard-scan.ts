import { useEffect, useEffectEvent } from 'react'

/**
 * Keys further apart than this many milliseconds belong to different scans. Scanners need 10 to 50; a busy phone is
 * slower, and losing the first digit would give a wrong number.
 */
const maxKeyInterval = 300
const minScanLength = 8

/**
 * Receives scans of a keyboard scanner while no field has the focus. Otherwise the scan would be lost, and its Enter
 * would press the focused button.
 */
export function useKeyboardScan(onScan: (text: string) => void): void {
  const handleScan = useEffectEvent(onScan)
  useEffect(() => {
    let text = ''
    let lastKeyTime = 0
    const handleKeyDown = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - lastKeyTime > maxKeyInterval) text = ''
      lastKeyTime = event.timeStamp
      if (event.key === 'Enter' && text.length >= minScanLength) {
        suppressEvent(event)
        handleScan(text)
        text = ''
      } else if (event.key.length === 1 && (text !== '' || event.key !== ' ')) {
        // A space within a scan would press the focused button; a single space is meant for the button.
        if (text !== '') suppressEvent(event)
        text += event.key
      }
    }
    document.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [])
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ? !['checkbox', 'radio', 'file'].includes(target.type) : isTextInput(target)

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)

function suppressEvent(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
