/**
 * Appends an empty signature field to a PDF of Typst, as an incremental update. The field is hidden, so that it need
 * not be in the structure of a tagged PDF (PDF/UA-1, 7.18.1).
 * @param length  bytes reserved for the signature
 */
export function addSignatureField(
  pdf: Buffer,
  { at, name, length }: { at: Date; name: string; length: number },
): Buffer {
  const text = pdf.toString('latin1')
  const trailer = text.slice(text.lastIndexOf('trailer'))
  const size = Number(matchOf(trailer, /\/Size (\d+)/))
  const root = matchOf(trailer, /\/Root (\d+) 0 R/)
  const previous = matchOf(trailer, /startxref\s+(\d+)/)
  const page = matchOf(objectOf(text, matchOf(objectOf(text, root), /\/Pages (\d+) 0 R/)), /\/Kids \[(\d+) 0 R/)
  const [signature, field] = [size, size + 1]
  const objects: [number, string][] = [
    [Number(page), extend(objectOf(text, page), { Annots: `[${field} 0 R]`, Tabs: '/S' })],
    [Number(root), extend(objectOf(text, root), { AcroForm: `<< /Fields [${field} 0 R] /SigFlags 3 >>` })],
    [
      signature,
      '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ' +
        '/ByteRange [0 /********** /********** /**********] ' +
        `/Contents <${'0'.repeat(length * 2)}> /M (D:${toPdfDate(at)}) /Name ${toPdfText(name)} >>`,
    ],
    [
      field,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /Rect [0 0 0 0] /F 130 /P ${page} 0 R ` +
        `/T (Signature1) /TU (Digital signature) /V ${signature} 0 R >>`,
    ],
  ]
  let end = `${text}\n`
  const entries = objects
    .toSorted(([one], [other]) => one - other)
    .map(([number, body]) => {
      const offset = String(end.length).padStart(10, '0')
      end += `${number} 0 obj\n${body}\nendobj\n`
      return `${number} 1\n${offset} 00000 n \n`
    })
  const startOfTable = end.length
  const updated = trailer
    .slice(0, trailer.indexOf('startxref'))
    .replace(/\/Size \d+/, `/Size ${size + 2}\n  /Prev ${previous}`)
  end += `xref\n${entries.join('')}${updated}startxref\n${startOfTable}\n%%EOF\n`
  return Buffer.from(end, 'latin1')
}

function matchOf(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`the PDF is not of the expected form: no ${pattern.source}`)
  return found
}

/** The dictionary of an object that is not a stream. */
function objectOf(text: string, number: string): string {
  const start = text.lastIndexOf(`\n${number} 0 obj\n`)
  const body = text.slice(start, text.indexOf('\nendobj', start))
  return body.slice(body.indexOf('<<'))
}

/** Adds missing entries to a dictionary. */
function extend(dictionary: string, entries: Record<string, string>): string {
  const missing = Object.entries(entries).filter(([name]) => name !== 'Tabs' || !dictionary.includes('/Tabs '))
  for (const [name] of missing)
    if (dictionary.includes(`/${name} `)) throw new Error(`the PDF is not of the expected form: it has /${name}`)
  const added = missing.map(([name, value]) => `  /${name} ${value}\n`).join('')
  return `${dictionary.slice(0, dictionary.lastIndexOf('>>'))}${added}>>`
}

const toPdfDate = (at: Date) => `${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`

/** UTF-16 with a byte order mark, hexadecimal. */
const toPdfText = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
