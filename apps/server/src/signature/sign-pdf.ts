import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import { createCmsSignature } from './cms-signature.ts'
import type { ReportCertificate } from './report-certificate.ts'
import { addSignatureField } from './signature-field.ts'

class CertificateSigner extends Signer {
  readonly #certificate: ReportCertificate

  constructor(certificate: ReportCertificate) {
    super()
    this.#certificate = certificate
  }

  override sign(content: Buffer): Promise<Buffer> {
    return createCmsSignature(content, this.#certificate)
  }
}

/** Bytes of a signature besides its certificates: attributes, the signature itself, structure. */
const overhead = 2048

/**
 * Signs a PDF (PAdES baseline B). The same PDF, time and certificate always give the same bytes.
 * @param at  time of issue; if the certificate became valid later, that time is used
 */
export function signPdf(pdf: Buffer, certificate: ReportCertificate, { at, name }: { at: Date; name: string }) {
  const { validFromDate } = certificate.certificate
  const length = certificate.chain.reduce((sum, der) => sum + der.length, overhead)
  const prepared = addSignatureField(pdf, { at: at < validFromDate ? validFromDate : at, name, length })
  return new SignPdf().sign(prepared, new CertificateSigner(certificate))
}
