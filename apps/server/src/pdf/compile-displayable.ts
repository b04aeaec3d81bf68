const replacement = '\uFFFD'
const isMissing = /the text `\\*"(.*?)\\*"` could not be displayed/g
const escaped = /\\+u\{([0-9a-f]+)\}/g

/** The characters that no font has, as named by the errors of Typst. */
function missingCharacters(failure: unknown): Set<string> {
  const message = failure instanceof Error ? failure.message : ''
  const texts = Array.from(message.matchAll(isMissing), ([, text = '']) =>
    text.replaceAll(escaped, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  )
  return new Set(texts.flatMap((text) => Array.from(text)))
}

/** Shows each run of these characters as one replacement character. */
function replaceCharacters(text: string, characters: Set<string>): string {
  const shown = Array.from(text, (character) => (characters.has(character) ? replacement : character)).join('')
  return shown.replaceAll(/\uFFFD+/gu, replacement)
}

/**
 * Compiles a PDF/UA, which must not lack a character: emoji and scripts that no font has are replaced, because they must
 * not prevent a report.
 * @param compile  compiles the JSON of the content
 */
export function compileDisplayable(content: unknown, compile: (json: string) => Uint8Array): Uint8Array {
  try {
    return compile(JSON.stringify(content))
  } catch (failure) {
    const missing = missingCharacters(failure)
    if (missing.size === 0) throw failure
    return compile(
      JSON.stringify(content, (_, value: unknown) =>
        typeof value === 'string' ? replaceCharacters(value, missing) : value,
      ),
    )
  }
}
