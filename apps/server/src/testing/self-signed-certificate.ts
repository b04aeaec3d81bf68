import { generate } from 'selfsigned'

/** Self-signed certificate for 127.0.0.1 with its key, as PEM. */
export async function selfSignedCertificate(): Promise<{ cert: string; key: string }> {
  const made = await generate([{ name: 'commonName', value: 'Chisholm tests' }], {
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  return { cert: made.cert, key: made.private }
}
