import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { pkcs12 } from 'node-forge'
import { errorMessage, OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings.ts'

/** The certificate with which reports are signed, and its key. */
export interface ReportCertificate {
  key: KeyObject
  certificate: X509Certificate
  /** DER of the certificate and of its issuers. */
  chain: Buffer[]
}

/** Signatures by other keys (EC) are random, but the PDF of a version must always have the same bytes. */
const otherKey = 'holds a key that is not RSA: reports need a certificate with an RSA key'
const noKey = 'holds no key: export the certificate together with its RSA key'

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
    throw refuse(`cannot be read as a PKCS#12 file (.p12 or .pfx): ${errorMessage(thrown)}`)
  }
  const bags = store.safeContents.flatMap(({ safeBags }) => safeBags)
  const key = bags.find((bag) => bag.key)?.key
  // forge sets the key to null if it is of another kind
  if (!key) throw refuse(bags.some((bag) => bag.key === null) ? otherKey : noKey)
  const certificates = bags.filter(({ type }) => type === forge.pki.oids['certBag']).map((bag) => derOf(forge, bag))
  const found = toCertificate(forge.pki.privateKeyToPem(key), certificates)
  if (!found) throw refuse('holds no certificate of its key')
  return found
}

/** DER of a certificate. Forge cannot parse those with an EC key or issuer, and leaves them as ASN.1. */
const derOf = ({ asn1, pki }: typeof import('node-forge'), { cert, asn1: unparsed }: pkcs12.Bag) =>
  Buffer.from(asn1.toDer(cert ? pki.certificateToAsn1(cert) : unparsed).getBytes(), 'latin1')

function toCertificate(pem: string, ders: Buffer[]): ReportCertificate | null {
  const key = createPrivateKey(pem)
  const own = ders.find((der) => createPublicKey(key).equals(new X509Certificate(der).publicKey))
  if (!own) return null
  return { key, certificate: new X509Certificate(own), chain: [own, ...ders.filter((der) => der !== own)] }
}
