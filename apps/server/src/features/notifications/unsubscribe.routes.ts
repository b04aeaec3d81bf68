import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { requireToken, unsubscribe } from './unsubscribe.ts'

const Token = Type.Object({ token: Type.String({ maxLength: 200 }) })
const options = { config: { public: true }, schema: { params: Token, hide: true } }

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mails from Chisholm</title></head><body style="font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:30rem;padding:0 1rem">
<h1 style="font-size:1.4rem">Mails from Chisholm</h1>${body}</body></html>`

/** Unlike data, the page has a form and styles of its own. */
const contentSecurityPolicy =
  "default-src 'none';style-src 'unsafe-inline';form-action 'self';base-uri 'none';frame-ancestors 'none'"

/** Replies with the page. @param body  its HTML */
const replyWithPage = (reply: FastifyReply, body: string) =>
  reply.header('content-security-policy', contentSecurityPolicy).type('text/html; charset=utf-8').send(page(body))

/**
 * Unsubscribes from e-mails without signing in, by the URL in their headers (RFC 8058). GET changes nothing, because
 * link scanners call every URL in an e-mail.
 */
export const unsubscribeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/unsubscribe/:token', options, async (request, reply) => {
    requireToken(request.services, request.params.token)
    return replyWithPage(
      reply,
      '<p>With this button you get no more mails of this kind. Danger signs and what concerns your account are still mailed.</p><form method="post"><button style="font:inherit;padding:.7rem 1.2rem">Unsubscribe</button></form>',
    )
  })

  app.post('/unsubscribe/:token', options, async (request, reply) => {
    await unsubscribe(request.services, request.params.token, request.id)
    return replyWithPage(
      reply,
      '<p>Done. You can change your notification preferences on your profile in Chisholm.</p>',
    )
  })
}
