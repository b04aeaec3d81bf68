import { isCompleteRfid, parseRfid, type RfidResult } from '@chisholm/domain/rfid'
import type { ResultPosition } from '@chisholm/domain/scanner-settings'
import { scannerTexts } from './scanner-texts.ts'

const isComplete = (reading: RfidResult) => reading.ok && isCompleteRfid(reading.rfid)

/**
 * The RFID between the two configured positions of a scan (specification 3). Other models of readers send other
 * formats, out of which these positions could cut a wrong number. Therefore, if they do not give 15 digits, an RFID
 * anywhere in the text counts instead.
 */
export function readRfidFromScan(text: string, { from, to }: ResultPosition): RfidResult {
  const betweenPositions = parseRfid(text.slice(from, to || undefined))
  if (isComplete(betweenPositions)) return betweenPositions
  const parsedText = parseRfid(text)
  if (!parsedText.ok || isComplete(parsedText)) return parsedText
  const digits = /(?<!\d)\d{15}(?!\d)/.exec(text)?.[0]
  if (digits) return parseRfid(digits)
  return betweenPositions.ok && betweenPositions.rfid === ''
    ? { ok: false, error: scannerTexts.unreadable }
    : betweenPositions
}

/**
 * Joins the chunks of a scan, because a Bluetooth notification may carry only 20 bytes.
 * @param onScan  called with the text at the end of a line, or after `silenceMs` milliseconds without a chunk
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
