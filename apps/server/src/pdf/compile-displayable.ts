const replacement = '\uFFFD'
const isMissing = /the text `\\*"(.*?)\\*"` could not be displayed/g
const escaped = /\\+u\{([0-9a-f]+)\}/g

const printableAscii = /^[ -~]$/

/**
 * The characters that no font has, as named by the errors of Typst. They name a character with its marks as a whole, and
 * every font has the characters of ASCII.
 */
function missingCharacters(failure: unknown): string[] {
  const message = failure instanceof Error ? failure.message : ''
  const texts = Array.from(message.matchAll(isMissing), ([, text = '']) =>
    text.replaceAll(escaped, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  )
  return texts.flatMap((text) => Array.from(text)).filter((character) => !printableAscii.test(character))
}

/** Shows each run of these characters, with its marks, as one replacement character. */
function replaceCharacters(text: string, characters: Set<string>): string {
  const shown = Array.from(text, (character) => (characters.has(character) ? replacement : character)).join('')
  return shown.replaceAll(/\uFFFD[\uFFFD\p{M}]*/gu, replacement)
}

/** Invisible characters, except soft hyphens and joiners between letters. */
const invisible = /(?!\u00AD|(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L}))[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Marks of what is no letter or is written from right to left, where they are optional, and colours of emoji. */
const looseMarks =
  /(?<![\p{L}\p{M}])\p{M}+|(?<=[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}])\p{M}+|\p{Emoji_Modifier}/gu

/**
 * Prepares a text for Typst. Typst's process aborts without a document when a line ends within a character that has
 * marks of a script written from right to left which no font has; texts with such a script are split into single characters.
 * PDF/UA also forbids the byte order mark, and no font has a tab. What was not empty stays so: PDF/UA demands a text for each photo.
 */
const printable = (text: string): string =>
  text.replaceAll('\t', ' ').replaceAll(invisible, '').replaceAll(looseMarks, '') || (text && replacement)

/** Fits a text to the fonts. */
export type Fit = (text: string) => string

const fitTo =
  (missing: Set<string>): Fit =>
  (text) =>
    replaceCharacters(printable(text), missing)

const toJson = (content: unknown, fit: Fit): string =>
  JSON.stringify(content, (_, value: unknown) => (typeof value === 'string' ? fit(value) : value))

/**
 * Compiles a PDF/UA, which must not lack a character: emoji and scripts that no font has are replaced, because they must
 * not prevent a report.
 * @param compile  compiles the JSON of the content; it fits other texts by itself
 */
export function compileDisplayable(content: unknown, compile: (json: string, fit: Fit) => Uint8Array): Uint8Array {
  const compileWithout = (missing: Set<string>) => compile(toJson(content, fitTo(missing)), fitTo(missing))
  try {
    return compileWithout(new Set())
  } catch (failure) {
    const missing = new Set(missingCharacters(failure))
    if (missing.size === 0) throw failure
    return compileWithout(missing)
  }
}

/** Characters that no font of drawings has, or only in a form that PDF/UA does not accept. */
const undrawable =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|[\u0590-\u08FF]|(?!\uFFFD)[\u2E80-\u{10FFFF}]/gu

/** Fits the texts of a drawing. Its SVG is ASCII otherwise. */
export const fitDrawing = (svg: string, fit: Fit): string => fit(svg).replaceAll(undrawable, replacement)
