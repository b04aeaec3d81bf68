import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import forge from 'node-forge'

const day = 86_400_000

/** A self-signed certificate in a PKCS#12 file of its own folder. @param days  validity period relative to now */
export function createReportCertificate(password: string, days = { from: -3650, to: 3650 }) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = '0a1b2c'
  certificate.validity.notBefore = new Date(Date.now() + days.from * day)
  certificate.validity.notAfter = new Date(Date.now() + days.to * day)
  const subject = [{ name: 'commonName', value: 'Sunrise Vets' }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.sign(key, forge.md.sha256.create())
  const store = forge.pkcs12.toPkcs12Asn1(key, [certificate], password, { algorithm: 'aes256' })
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'chisholm-certificate-')), 'practice.p12')
  writeFileSync(file, Buffer.from(forge.asn1.toDer(store).getBytes(), 'latin1'))
  return file
}
