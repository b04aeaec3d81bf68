import { serverConstants } from '@chisholm/domain/constants'
import { UnreadableFileError } from './csv-encoding.ts'
import { importTexts } from './import-texts.ts'

const [lineFeed, carriageReturn, quotationMark] = ['\n', '\r', '"'].map((one) => one.charCodeAt(0))
const { rowMax } = serverConstants.cell

/**
 * Passes the text of a file on while its rows are not too long. csv-parse counts only what is in cells: a row of five
 * million separators takes it 13 seconds.
 * @throws UnreadableFileError  a row is too long; the message names the line on which it begins
 */
export async function* limitRowLength(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const count = createCounter()
  for await (const text of texts) {
    count(text)
    yield text
  }
}

/** Counts the characters of each row, which ends at a line break that is not between quotation marks. */
function createCounter(): (text: string) => void {
  let [line, firstLine, length, previous] = [1, 1, 0, 0]
  let isQuoted = false
  return (text) => {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      const isBreak = code === lineFeed || code === carriageReturn
      if (code === quotationMark) isQuoted = !isQuoted
      if (isBreak && !(code === lineFeed && previous === carriageReturn)) line++
      previous = code
      if (isBreak && !isQuoted) [firstLine, length] = [line, 0]
      else if (++length > rowMax) throw new UnreadableFileError(importTexts.rowTooLong(firstLine, rowMax))
    }
  }
}
