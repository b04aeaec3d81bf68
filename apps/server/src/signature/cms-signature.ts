import { createHash, sign } from 'node:crypto'
import type { asn1, Bytes } from 'node-forge'
import type { ReportCertificate } from './report-certificate.ts'

type Asn1 = asn1.Asn1

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/**
 * Signs bytes according to PAdES: a detached CMS signature (RFC 5652) whose signed attributes contain the certificate
 * (RFC 5035) but not the time, which is in the PDF. The same bytes, certificate and key always give the same signature.
 */
export async function createCmsSignature(content: Buffer, { key, certificate, chain }: ReportCertificate) {
  const { asn1 } = await import('node-forge').then((module) => module.default)
  const { Class, Type } = asn1
  const node = (type: asn1.Type, value: Asn1[] | Bytes, constructed = Array.isArray(value)) =>
    asn1.create(Class.UNIVERSAL, type, constructed, value)
  const sequence = (...parts: Asn1[]) => node(Type.SEQUENCE, parts)
  const set = (...parts: Asn1[]) => node(Type.SET, parts)
  // cast: a tag number, which forge types as one of its own types
  const tagged = (parts: Asn1[]) => asn1.create(Class.CONTEXT_SPECIFIC, Type.NONE, true, parts)
  const oid = (text: string) => node(Type.OID, asn1.oidToDer(text).getBytes())
  const octets = (bytes: Buffer) => node(Type.OCTETSTRING, bytes.toString('latin1'))
  const integer = (value: number) => node(Type.INTEGER, asn1.integerToDer(value).getBytes())
  const toDer = (value: Asn1) => Buffer.from(asn1.toDer(value).getBytes(), 'latin1')
  const algorithm = (id: string) => sequence(oid(id), node(Type.NULL, ''))

  const attribute = (id: string, value: Asn1) => sequence(oid(id), set(value))
  // DER requires sorted sets
  const attributes = [
    attribute(oids.contentType, oid(oids.data)),
    attribute(oids.messageDigest, octets(sha256(content))),
    attribute(oids.signingCertificateV2, sequence(sequence(sequence(octets(sha256(certificate.raw)))))),
  ].toSorted((one, other) => Buffer.compare(toDer(one), toDer(other)))

  const certificates = chain.map((der) => asn1.fromDer(der.toString('latin1')))
  const signerInfo = sequence(
    integer(1),
    issuerAndSerial(asn1, certificate.raw),
    algorithm(oids.sha256),
    tagged(attributes),
    algorithm(oids.rsaWithSha256),
    octets(sign('sha256', toDer(set(...attributes)), key)),
  )
  const signedData = sequence(
    integer(1),
    set(algorithm(oids.sha256)),
    sequence(oid(oids.data)),
    tagged(certificates),
    set(signerInfo),
  )
  return toDer(sequence(oid(oids.signedData), tagged([signedData])))
}

/** Issuer and serial number, encoded as in the certificate. */
function issuerAndSerial({ create, fromDer, Class, Type }: typeof asn1, certificate: Buffer): Asn1 {
  const parts = childrenOf(childrenOf(fromDer(certificate.toString('latin1')))[0])
  // the version comes first if it is not 1
  const first = parts[0]?.tagClass === Class.CONTEXT_SPECIFIC ? 1 : 0
  const [serial, issuer] = [parts[first], parts[first + 2]]
  if (!serial || !issuer) throw new Error('a certificate without a serial number or issuer')
  return create(Class.UNIVERSAL, Type.SEQUENCE, true, [issuer, serial])
}

const childrenOf = (node: Asn1 | undefined): Asn1[] => (node && Array.isArray(node.value) ? node.value : [])
