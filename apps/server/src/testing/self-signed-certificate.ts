import { generate } from 'selfsigned'

/** A certificate that nobody signed but itself, for this machine's address and no name, with its key; both as PEM. */
export async function selfSignedCertificate(): Promise<{ cert: string; key: string }> {
  const made = await generate([{ name: 'commonName', value: 'Chisholm tests' }], {
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  return { cert: made.cert, key: made.private }
}
