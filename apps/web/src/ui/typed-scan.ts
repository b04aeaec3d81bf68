import { useEffect, useRef } from 'react'

/** Milliseconds between two keys of a scanner; people type slower. */
const gap = 100
const shortest = 8

/**
 * Receives scans of a keyboard scanner while no field has the focus. Otherwise the scan would be lost, and its Enter
 * would press the focused button.
 */
export function useTypedScan(take: (text: string) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    let text = ''
    let before = 0
    const follow = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - before > gap) text = ''
      before = event.timeStamp
      if (event.key === 'Enter' && text.length >= shortest) {
        keepFromPage(event)
        latest.current(text)
        text = ''
      } else if (event.key.length === 1) {
        // a space within the scan would press the focused button too
        if (text !== '') keepFromPage(event)
        text += event.key
      }
    }
    document.addEventListener('keydown', follow, { capture: true })
    return () => document.removeEventListener('keydown', follow, { capture: true })
  }, [])
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ? !['checkbox', 'radio', 'file'].includes(target.type) : isTextual(target)

const isTextual = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)

function keepFromPage(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
