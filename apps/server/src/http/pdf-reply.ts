import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'

export const PdfContent = {
  'application/pdf': { schema: Type.Unsafe<Buffer>({ type: 'string', contentMediaType: 'application/pdf' }) },
}

export const wantsPdf = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('application/pdf') ?? false

/** Sends a PDF that the browser displays. */
export const sendPdf = (reply: FastifyReply, { name, pdf }: { name: string; pdf: Buffer }) =>
  reply.type('application/pdf').header('content-disposition', `inline; filename="${name}.pdf"`).send(pdf)
