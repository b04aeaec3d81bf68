import { MIMEType } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

export const PdfContent = {
  'application/pdf': { schema: Type.Unsafe<Buffer>({ type: 'string', contentMediaType: 'application/pdf' }) },
}

/** Whether the `Accept` header names PDF and prefers no other answer to it (RFC 9110, section 12.5.1). */
export function wantsPdf({ headers: { accept = '' } }: FastifyRequest): boolean {
  const weights = new Map(accept.split(',').flatMap(readMediaRange))
  const pdf = weights.get('application/pdf') ?? 0
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0
  return pdf > 0 && pdf >= json
}

/** A media range with its weight; none if it cannot be parsed. */
function readMediaRange(text: string): [range: string, weight: number][] {
  try {
    const { essence, params } = new MIMEType(text)
    return [[essence, Number(params.get('q') ?? 1)]]
  } catch {
    return []
  }
}

/** Sends a PDF that the browser displays. */
export const sendPdf = (reply: FastifyReply, { name, pdf }: { name: string; pdf: Buffer }) =>
  reply.type('application/pdf').header('content-disposition', `inline; filename="${name}.pdf"`).send(pdf)
