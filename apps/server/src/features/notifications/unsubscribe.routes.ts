import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { requireToken, unsubscribe } from './unsubscribe.ts'

const Token = Type.Object({ token: Type.String({ maxLength: 200 }) })
const options = { config: { public: true }, schema: { params: Token, hide: true } }

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mails from Chisholm</title></head><body style="font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:30rem;padding:0 1rem">
<h1 style="font-size:1.4rem">Mails from Chisholm</h1>${body}</body></html>`

/**
 * Unsubscribes from e-mails without signing in, by the URL in their headers (RFC 8058). GET changes nothing, because
 * link scanners call every URL in an e-mail.
 */
export const unsubscribeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/unsubscribe/:token', options, async (request, reply) => {
    requireToken(request.services, request.params.token)
    return reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          '<p>With this button you get no more mails of this kind. Danger signs and what concerns your account are still mailed.</p><form method="post"><button style="font:inherit;padding:.7rem 1.2rem">Unsubscribe</button></form>',
        ),
      )
  })

  app.post('/unsubscribe/:token', options, async (request, reply) => {
    await unsubscribe(request.services, request.params.token, request.id)
    return reply
      .type('text/html; charset=utf-8')
      .send(page('<p>Done. You can change your notification preferences on your profile in Chisholm.</p>'))
  })
}
