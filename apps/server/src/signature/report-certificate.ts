import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { pki } from 'node-forge'
import { errorMessage, OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings.ts'

/** The certificate with which reports are signed, and its key. */
export interface ReportCertificate {
  key: KeyObject
  certificate: X509Certificate
  /** DER of the certificate and of its issuers. */
  chain: Buffer[]
}

type CertificateSetting = NonNullable<Settings['reportCertificate']>

const load = createRequire(import.meta.url)
const loaded = new WeakMap<CertificateSetting, ReportCertificate>()

/**
 * The certificate of REPORT_CERTIFICATE, read once; null if there is none.
 * @throws OperatorError  the file, its password or the certificate is invalid
 */
export function readReportCertificate({ reportCertificate: setting }: Pick<Settings, 'reportCertificate'>) {
  if (!setting) return null
  const known = loaded.get(setting)
  if (known) return known
  const certificate = readPkcs12(setting)
  loaded.set(setting, certificate)
  return certificate
}

/**
 * Checks at the start that reports can be signed.
 * @throws OperatorError  as above; the certificate is expired or not valid yet
 */
export function requireValidReportCertificate(settings: Pick<Settings, 'reportCertificate'>, now = new Date()): void {
  const certificate = readReportCertificate(settings)?.certificate
  if (!certificate) return
  const { validFromDate, validToDate } = certificate
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const refuse = (state: string) => {
    throw new OperatorError(`The certificate in REPORT_CERTIFICATE ${settings.reportCertificate?.file} ${state}.`)
  }
  if (now > validToDate) refuse(`expired on ${day(validToDate)}: put a renewed one in its place`)
  if (now < validFromDate) refuse(`is not valid before ${day(validFromDate)}`)
}

function readPkcs12({ file, password }: CertificateSetting): ReportCertificate {
  const refuse = (why: string) => new OperatorError(`REPORT_CERTIFICATE ${file} ${why}.`)
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (thrown) {
    throw refuse(`cannot be read: ${errorMessage(thrown)}`)
  }
  // cast: the module of these types; it is loaded only if reports are signed
  const forge = load('node-forge') as typeof import('node-forge')
  let asn1
  try {
    asn1 = forge.asn1.fromDer(bytes.toString('latin1'))
  } catch {
    throw refuse('is no PKCS#12 file (.p12 or .pfx)')
  }
  let store
  try {
    store = forge.pkcs12.pkcs12FromAsn1(asn1, password)
  } catch (thrown) {
    if (/password|MAC/i.test(errorMessage(thrown)))
      throw refuse('cannot be opened: REPORT_CERTIFICATE_PASSWORD is not its password')
    throw refuse('is no PKCS#12 file (.p12 or .pfx), or holds a key that is not RSA')
  }
  const bags = store.safeContents.flatMap(({ safeBags }) => safeBags)
  const key = bags.find((bag) => bag.key)?.key
  const certificates = bags.flatMap(({ cert }) => cert ?? [])
  if (!key) throw refuse('holds no RSA key')
  return (
    toCertificate(
      forge.pki.privateKeyToPem(key),
      certificates.map((one) => derOf(forge, one)),
    ) ?? fail(refuse)
  )
}

function fail(refuse: (why: string) => OperatorError): never {
  throw refuse('holds no certificate of its key')
}

const derOf = (forge: typeof import('node-forge'), certificate: pki.Certificate) =>
  Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(), 'latin1')

function toCertificate(pem: string, ders: Buffer[]): ReportCertificate | null {
  const key = createPrivateKey(pem)
  const own = ders.find((der) => createPublicKey(key).equals(new X509Certificate(der).publicKey))
  if (!own) return null
  return { key, certificate: new X509Certificate(own), chain: [own, ...ders.filter((der) => der !== own)] }
}
