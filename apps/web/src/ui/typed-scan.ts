import { useEffect, useRef } from 'react'

/** A reader types one character after the other within this many milliseconds; hands are slower. */
const gap = 100
/** Shorter than this is no scan. */
const shortest = 8

/**
 * Takes what a reader types while no field has the focus. Without this such a scan is lost, and its Enter presses
 * whatever button was tapped last.
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
        // a space within the scan would press the button, too
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
