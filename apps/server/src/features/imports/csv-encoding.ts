import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { importTexts } from './import-texts.ts'

/** The file cannot be read at all. The message says why, and what to do. */
export class UnreadableFileError extends Error {}

export interface CsvFormat {
  encoding: Encoding
  separator: string
  /** The ends of rows. A file may have both: that of its template, and that of the program that added rows. */
  rowEnds: string[]
  isBlank: boolean
}

type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252'

/** The first bytes of a workbook: a ZIP (Excel since 2007) or OLE (before). */
const workbookSignatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
/** Maximum length of the header row in which separators are counted. */
const firstRowMax = 65_536

/**
 * Detects the encoding: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, or Windows-1252.
 * @throws UnreadableFileError  the file is a workbook or contains U+0000; the message names the line
 */
export async function detectFormat(file: string): Promise<CsvFormat> {
  const start = await readFirstBytes(file)
  if (workbookSignatures.some((bytes) => bytes.every((byte, index) => start[index] === byte)))
    throw new UnreadableFileError(importTexts.notCsv)
  if (start[0] === 0xff && start[1] === 0xfe) return tryEncoding(file, 'utf-16le')
  try {
    return await tryEncoding(file, 'utf-8')
  } catch (error) {
    if (error instanceof TypeError) return tryEncoding(file, 'windows-1252')
    throw error
  }
}

async function readFirstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    return (await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer
  } finally {
    await handle.close()
  }
}

/**
 * @throws TypeError            the file has another encoding
 * @throws UnreadableFileError  the file contains U+0000
 */
async function tryEncoding(file: string, encoding: Encoding): Promise<CsvFormat> {
  let beginning = ''
  let line = 1
  let endsWithReturn = false
  for await (const text of decodeFile(file, encoding)) {
    if (beginning.length < firstRowMax) beginning = (beginning + text).trimStart().slice(0, firstRowMax)
    const nulIndex = text.indexOf('\0')
    line += countLineBreaks(nulIndex < 0 ? text : text.slice(0, nulIndex), endsWithReturn)
    if (nulIndex >= 0) throw new UnreadableFileError(importTexts.nulCharacter(line))
    endsWithReturn = text.endsWith('\r')
  }
  const unquoted = beginning.replaceAll(/"[^"]*"/g, '')
  return {
    encoding,
    separator: detectSeparator(unquoted),
    rowEnds: isOfOldMac(unquoted) ? ['\r'] : ['\r\n', '\n'],
    isBlank: beginning === '',
  }
}

/** Counts line breaks. A CR LF may be split between two chunks. */
function countLineBreaks(text: string, followsReturn: boolean): number {
  const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0
  return followsReturn && text.startsWith('\n') ? breaks - 1 : breaks
}

const separators = [',', ';', '\t'] as const

/** Whether the first row ends by a carriage return alone. */
const isOfOldMac = (unquoted: string) => /^[^\r\n]*\r(?!\n)/.test(unquoted)

/** Finds the separator that occurs most often in the first row. */
function detectSeparator(unquoted: string): string {
  const [first = ''] = unquoted.split(/[\r\n]/, 1)
  const counted = separators.map((separator) => ({ separator, count: first.split(separator).length }))
  return counted.reduce((best, candidate) => (candidate.count > best.count ? candidate : best)).separator
}

/**
 * Decodes a file chunk by chunk and leaves out its byte order mark.
 * @throws TypeError            the file is not valid UTF-8
 * @throws UnreadableFileError  the file ends within a letter of UTF-8
 */
export async function* decodeFile(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  let hasLetters = false
  for await (const bytes of createReadStream(file)) {
    // cast: a stream without an encoding yields buffers
    const text = decoder.decode(bytes as Buffer, { stream: true })
    hasLetters ||= /[^\p{ASCII}]/u.test(text)
    yield text
  }
  try {
    yield decoder.decode()
  } catch (error) {
    // all letters but the last were valid UTF-8
    throw hasLetters ? new UnreadableFileError(importTexts.cutOff) : error
  }
}
