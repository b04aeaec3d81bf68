import { readRfid, type RfidReading } from '@chisholm/domain/rfid'
import type { ResultPosition } from '@chisholm/domain/scanner-settings'
import { scannerTexts } from './scanner-texts.ts'

const is15Digits = (reading: RfidReading) => reading.ok && /^\d{15}$/.test(reading.rfid)

/**
 * The RFID between the two configured positions of a scan (specification 3). Other reader models send other formats,
 * in which these positions could cut out a wrong number: unless they yield 15 digits, an RFID in the whole text wins.
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
 * Joins the chunks of a scan: a Bluetooth notification carries as little as 20 bytes.
 * @param give called with the text at the end of a line, or after `silence` milliseconds without a chunk
 * @returns a function that takes the next chunk
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
