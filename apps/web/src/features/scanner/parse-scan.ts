import { parseRfid, type RfidResult } from '@chisholm/domain/rfid'
import type { ResultPosition } from '@chisholm/domain/scanner-settings'
import { scannerTexts } from './scanner-texts.ts'

const is15Digits = (reading: RfidResult) => reading.ok && /^\d{15}$/.test(reading.rfid)

/**
 * The RFID between the two configured positions of a scan (specification 3). Other reader models send other formats,
 * in which these positions could cut out a wrong number: unless they yield 15 digits, an RFID in the whole text wins.
 */
export function readRfidFromScan(text: string, { from, to }: ResultPosition): RfidResult {
  const betweenPositions = parseRfid(text.slice(from, to || undefined))
  if (is15Digits(betweenPositions)) return betweenPositions
  const whole = parseRfid(text)
  if (!whole.ok || is15Digits(whole)) return whole
  const digits = /(?<!\d)\d{15}(?!\d)/.exec(text)?.[0]
  if (digits) return parseRfid(digits)
  return betweenPositions.ok && betweenPositions.rfid === ''
    ? { ok: false, error: scannerTexts.unreadable }
    : betweenPositions
}

/**
 * Joins the chunks of a scan: a Bluetooth notification carries as little as 20 bytes.
 * @param onScan called with the text at the end of a line, or after `silence` milliseconds without a chunk
 * @returns a function that takes the next chunk
 */
export function createScanAssembler(onScan: (text: string) => void, silenceMs: number): (piece: string) => void {
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const finish = () => {
    const scan = text
    text = ''
    if (scan.trim() !== '') onScan(scan)
  }
  return (chunk) => {
    clearTimeout(timer)
    text += chunk
    if (text.endsWith('\n')) finish()
    else timer = setTimeout(finish, silenceMs)
  }
}
