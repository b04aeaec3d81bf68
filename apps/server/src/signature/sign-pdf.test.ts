import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { renderReport } from '../pdf/render-report.ts'
import { createReportCertificate } from '../testing/report-certificate.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { createReport } from '../testing/report-with-photos.ts'
import { verifyPdfSignature } from '../testing/verify-pdf-signature.ts'
import { readReportCertificate, requireValidReportCertificate } from './report-certificate.ts'
import { signPdf } from './sign-pdf.ts'

const password = 'with a space & ü'
const file = createReportCertificate(password)
const settingsOf = (certificate: string, secret = password) => ({
  reportCertificate: { file: certificate, password: secret },
})
const certificates = path.join(import.meta.dirname, '../testing/certificates')
const issue = { at: new Date('2026-11-20T12:00:00Z'), name: 'Łódź Vets (1)' }
const sign = (pdf: Buffer, settings = settingsOf(file)) => {
  const certificate = readReportCertificate(settings)
  if (!certificate) throw new Error('no certificate')
  return signPdf(pdf, certificate, issue)
}
let unsigned: Buffer
let signed: Buffer
beforeAll(async () => {
  unsigned = await renderReport(createReport('Firm lobes.'))
  signed = await sign(unsigned)
})

test('a signed report has the same content, is still tagged, and always has the same bytes', async () => {
  const [before, after] = [await readPdf(unsigned), await readPdf(signed)]
  expect(after).toEqual(before)
  expect(after.isTagged).toBe(true)
  expect(signed.subarray(0, unsigned.length).equals(unsigned)).toBe(true)
  expect((await sign(unsigned)).equals(signed)).toBe(true)
})

test('its signature matches the certificate and covers the whole file; a changed byte breaks it', () => {
  expect(verifyPdfSignature(signed)).toEqual({ signer: 'Sunrise Vets', subFilter: 'ETSI.CAdES.detached' })
  for (const position of [200, unsigned.length >> 1, signed.length - 3]) {
    const changed = Buffer.from(signed)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(() => verifyPdfSignature(changed)).toThrow()
  }
})

const hasPdfsig = spawnSync('pdfsig', ['-v']).error === undefined
const checkWithPdfsig = (pdf: Buffer) => {
  const name = path.join(path.dirname(file), 'report.pdf')
  writeFileSync(name, pdf)
  return spawnSync('pdfsig', [name]).stdout.toString()
}
test.runIf(hasPdfsig)('pdfsig accepts the signature, and not that of a changed file', () => {
  expect(checkWithPdfsig(signed)).toContain('Signature is Valid.')
  const changed = Buffer.from(signed)
  changed[200] = (changed[200] ?? 0) ^ 1
  expect(checkWithPdfsig(changed)).not.toContain('Signature is Valid.')
})

test('a certificate with an RSA key signs whatever kind of key its issuer has', async () => {
  const settings = settingsOf(path.join(certificates, 'rsa-key-of-ec-issuer.p12'), 'secret')
  requireValidReportCertificate(settings)
  const [own, issuer] = (readReportCertificate(settings)?.chain ?? []).map((der) => new X509Certificate(der))
  expect(issuer && own?.checkIssued(issuer)).toBe(true)
  const pdf = await sign(unsigned, settings)
  if (hasPdfsig) expect(checkWithPdfsig(pdf)).toContain('Signature is Valid.')
})

test('an invalid certificate prevents the start with one line that names the reason', () => {
  const text = path.join(path.dirname(file), 'no.p12')
  writeFileSync(text, 'hello')
  const cut = path.join(path.dirname(file), 'cut.p12')
  writeFileSync(cut, readFileSync(file).subarray(0, 900))
  const ecKey = path.join(certificates, 'ec-key.p12')
  const expired = createReportCertificate(password, { from: -20, to: -10 })
  const later = createReportCertificate(password, { from: 10, to: 20 })
  const refusals: [string, string, RegExp][] = [
    ['/nowhere/x.p12', password, /^REPORT_CERTIFICATE \/nowhere\/x\.p12 cannot be read: ENOENT[^\n]*\.$/],
    [text, password, /is no PKCS#12 file \(\.p12 or \.pfx\)\.$/],
    [cut, password, /is no PKCS#12 file \(\.p12 or \.pfx\)\.$/],
    [file, 'wrong', /REPORT_CERTIFICATE_PASSWORD is not its password\.$/],
    [file, '', /REPORT_CERTIFICATE_PASSWORD is not its password\.$/],
    [ecKey, 'secret', /ec-key\.p12 holds a key that is not RSA: reports need a certificate with an RSA key\.$/],
    [expired, password, /expired on \d{4}-\d\d-\d\d: put a renewed one in its place\.$/],
    [later, password, /is not valid before \d{4}-\d\d-\d\d\.$/],
  ]
  for (const [name, secret, message] of refusals)
    expect(() => requireValidReportCertificate(settingsOf(name, secret))).toThrow(message)
  requireValidReportCertificate(settingsOf(file))
  requireValidReportCertificate({})
})
