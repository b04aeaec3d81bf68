/**
 * The time at which a photo was taken, as written by its camera: `2026:09:22 14:03:11`, and the UTC offset `-06:00` if
 * it knew.
 */
export interface TakenTime {
  local: string
  offset: string | null
}

const [ifdPointer, dateTimeOriginal, offsetTimeOriginal] = [0x8769, 0x9003, 0x9011]
/** Options of exifr for reading this time. */
export const takenTimeOptions = { exif: { pick: [dateTimeOriginal, offsetTimeOriginal] }, reviveValues: false }
const [ascii, long] = [2, 4]
const app1 = 0xffe1

/** Adds the time to a JPEG without EXIF, so that it is uploaded with the photo (Exif 3.0, big-endian TIFF). */
export function withTakenTime(jpeg: Uint8Array<ArrayBuffer>, { local, offset }: TakenTime): Uint8Array<ArrayBuffer> {
  const texts: [tag: number, text: string][] = [[dateTimeOriginal, `${local}\0`]]
  if (offset !== null) texts.push([offsetTimeOriginal, `${offset}\0`])
  const [exifIfd, ifdBytes] = [26, 2 + texts.length * 12 + 4]
  const size = exifIfd + ifdBytes + texts.reduce((sum, [, text]) => sum + text.length, 0)
  const segment = new DataView(new ArrayBuffer(10 + size))
  const write = (at: number, text: string) => {
    for (const [index, code] of new TextEncoder().encode(text).entries()) segment.setUint8(at + index, code)
  }
  segment.setUint16(0, app1)
  segment.setUint16(2, 8 + size)
  write(4, 'Exif\0\0MM')
  const tiff = 10
  segment.setUint16(tiff + 2, 42)
  segment.setUint32(tiff + 4, 8)
  const entry = (at: number, tag: number, [type, count, value]: [number, number, number]) => {
    segment.setUint16(at, tag)
    segment.setUint16(at + 2, type)
    segment.setUint32(at + 4, count)
    segment.setUint32(at + 8, value)
  }
  segment.setUint16(tiff + 8, 1)
  entry(tiff + 10, ifdPointer, [long, 1, exifIfd])
  segment.setUint16(tiff + exifIfd, texts.length)
  let textAt = exifIfd + ifdBytes
  for (const [index, [tag, text]] of texts.entries()) {
    entry(tiff + exifIfd + 2 + index * 12, tag, [ascii, text.length, textAt])
    write(tiff + textAt, text)
    textAt += text.length
  }
  const result = new Uint8Array(jpeg.length + segment.byteLength)
  result.set(jpeg.subarray(0, 2))
  result.set(new Uint8Array(segment.buffer), 2)
  result.set(jpeg.subarray(2), 2 + segment.byteLength)
  return result
}

/** The time in the EXIF tags that exifr returns. */
export function takenTimeOf(tags: Record<string, unknown> | undefined): TakenTime | null {
  const { DateTimeOriginal: local, OffsetTimeOriginal: offset } = tags ?? {}
  if (typeof local !== 'string' || !/^\d{4}:\d{2}:\d{2} \d{2}:\d{2}:\d{2}$/.test(local)) return null
  return { local, offset: typeof offset === 'string' && /^[+-]\d{2}:\d{2}$/.test(offset) ? offset : null }
}
