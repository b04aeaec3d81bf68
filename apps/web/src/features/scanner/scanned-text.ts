import { readRfid, type RfidReading } from '@chisholm/domain/rfid'
import type { ResultPosition } from '@chisholm/domain/scanner-settings'
import { scannerTexts } from './scanner-texts.ts'

const is15Digits = (reading: RfidReading) => reading.ok && /^\d{15}$/.test(reading.rfid)

/**
 * The RFID in the text a scanner sent: what stands between the two positions (specification 3).
 * Readers of other makes send other texts, which that cut would shorten to a wrong number. So when the cut is
 * no 15-digit RFID, one that can be read from the whole text comes first.
 */
export function rfidOfScan(text: string, { from, to }: ResultPosition): RfidReading {
  const cut = readRfid(text.slice(from, to || undefined))
  if (is15Digits(cut)) return cut
  const whole = readRfid(text)
  if (!whole.ok || is15Digits(whole)) return whole
  const digits = /(?<!\d)\d{15}(?!\d)/.exec(text)?.[0]
  if (digits) return readRfid(digits)
  return cut.ok && cut.rfid === '' ? { ok: false, mistake: scannerTexts.unreadable } : cut
}

/**
 * Puts together what a reader sends in pieces: Bluetooth carries as little as 20 bytes at a time.
 * @param give gets the text at the end of its line, or once the reader has been silent for so many milliseconds
 * @returns takes the next piece
 */
export function gatherText(give: (text: string) => void, silence: number): (piece: string) => void {
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const finish = () => {
    const whole = text
    text = ''
    if (whole.trim() !== '') give(whole)
  }
  return (piece) => {
    clearTimeout(timer)
    text += piece
    if (text.endsWith('\n')) finish()
    else timer = setTimeout(finish, silence)
  }
}
