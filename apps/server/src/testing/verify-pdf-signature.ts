import { createHash, verify, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

/**
 * Verifies the signature of a PDF: it must cover every byte except itself and match its certificate.
 * @throws Error  the PDF is not signed, or was changed since
 */
export function verifyPdfSignature(pdf: Buffer): { signer: string; subFilter: string } {
  const text = pdf.toString('latin1')
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)/.exec(text)?.slice(1).map(Number)
  if (!range) throw new Error('no signature')
  const [before = 0, after = 0, rest = 0] = range
  if (after + rest !== pdf.length) throw new Error('the signature does not cover the whole file')
  const signed = Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)])
  const padded = Buffer.from(text.slice(before + 1, after - 1), 'hex')
  // a DER sequence with a length of two bytes, then zeros
  const der = padded.subarray(0, 4 + padded.readUInt16BE(2)).toString('latin1')
  const cms = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der))
  // cast: forge only has types for the fields that it writes
  const { rawCapture, certificates } = cms as unknown as {
    rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string }
    certificates: forge.pki.Certificate[]
  }
  const { Class, Type, create, toDer } = forge.asn1
  const attributes = toDer(create(Class.UNIVERSAL, Type.SET, true, rawCapture.authenticatedAttributes)).getBytes()
  const digest = createHash('sha256').update(signed).digest().toString('latin1')
  if (!attributes.includes(digest)) throw new Error('the digest differs')
  const [certificate] = certificates
  if (!certificate) throw new Error('no certificate')
  const { publicKey } = new X509Certificate(forge.pki.certificateToPem(certificate))
  const signature = Buffer.from(rawCapture.signature, 'latin1')
  if (!verify('sha256', Buffer.from(attributes, 'latin1'), publicKey, signature))
    throw new Error('the signature differs')
  return {
    signer: String(certificate.subject.getField('CN').value),
    subFilter: /\/SubFilter \/([\w.]+)/.exec(text)?.[1] ?? '',
  }
}
