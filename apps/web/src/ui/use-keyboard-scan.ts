import { formatRfid, parseRfid } from '@chisholm/domain/rfid'
import { useEffect, useEffectEvent } from 'react'
import { uiTexts } from '../ui-texts.ts'
import { toast } from './toast.ts'

/**
 * Keys further apart than this many milliseconds belong to different scans. Scanners need 10 to 50; a busy phone is
 * slower, and losing the first digit would give a wrong number.
 */
const maxKeyInterval = 300
const minScanLength = 8

type Receiver = (text: string) => void

// Outside React: a scan that begins on one step of the wizard may end on the next one.
const receivers: Receiver[] = []
let expectingCount = 0
let text = ''
let lastKeyTime = 0
/** What would have received the scan when it began. */
let firstReceiver: Receiver | undefined
let heldScan: string | null = null

/**
 * Receives scans of a keyboard scanner while no field has the focus. Otherwise the scan would be lost, and its Enter
 * would press the focused button. A scan that is being held comes first.
 */
export function useKeyboardScan(onScan: Receiver): void {
  const receive = useEffectEvent(onScan)
  useEffect(() => {
    const receiver: Receiver = (scan) => receive(scan)
    receivers.push(receiver)
    // after this effect, because the receiver may have to render at once
    const timer = setTimeout(() => {
      if (heldScan !== null && receivers.at(-1) === receiver) deliver(heldScan)
    })
    return () => {
      clearTimeout(timer)
      receivers.splice(receivers.indexOf(receiver), 1)
      forgetIfUnexpected()
    }
  }, [])
}

/** Rendered while the form that will receive scans is still loading. It holds them until then. */
export function ExpectScan(): null {
  useEffect(() => {
    expectingCount++
    return () => {
      expectingCount--
      forgetIfUnexpected()
    }
  }, [])
  return null
}

/** Keeps a scan for the form that opens next. */
export const holdScan = (scan: string): void => void (heldScan = scan)

export const dropHeldScan = (): void => void (heldScan = null)

export const isScanHeld = (): boolean => heldScan !== null

const isExpected = () => receivers.length > 0 || expectingCount > 0

function deliver(scan: string): void {
  const receive = receivers.at(-1)
  if (!receive) return holdScan(scan)
  if (scan === heldScan) heldScan = null
  receive(scan)
}

/** Forgets the scan unless the next screen, which is rendered along with the end of this one, expects it. */
function forgetIfUnexpected(): void {
  setTimeout(() => {
    if (isExpected()) return
    text = ''
    if (heldScan !== null) warnOfUnusedScan(heldScan)
    heldScan = null
  })
}

function warnOfUnusedScan(scan: string): void {
  const reading = parseRfid(scan)
  toast.warning(scan, uiTexts.scanNotUsed(reading.ok ? formatRfid(reading.rfid) : scan))
}

function handleKeyDown(event: KeyboardEvent): void {
  if (!isExpected() || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.timeStamp - lastKeyTime > maxKeyInterval) text = ''
  // The next step may give its field the focus in the middle of a scan.
  const isCarriedOver = text !== '' && receivers.at(-1) !== firstReceiver
  if (isField(event.target) && !isCarriedOver) return
  lastKeyTime = event.timeStamp
  if (event.key === 'Enter' && text.length >= minScanLength) {
    suppressEvent(event)
    const scan = text
    text = ''
    deliver(scan)
  } else if (event.key.length === 1 && (text !== '' || event.key !== ' ')) {
    // A space within a scan would press the focused button; a single space is meant for the button.
    if (text === '') firstReceiver = receivers.at(-1)
    else suppressEvent(event)
    text += event.key
  }
}
document.addEventListener('keydown', handleKeyDown, { capture: true })

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ? !['checkbox', 'radio', 'file'].includes(target.type) : isTextInput(target)

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)

function suppressEvent(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
