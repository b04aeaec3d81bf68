import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../settings.ts'

/** Types of the files next to index.html, for which the library does not set the charset. */
const contentTypes = {
  'favicon.svg': 'image/svg+xml; charset=utf-8',
  'manifest.webmanifest': 'application/manifest+json; charset=utf-8',
}

/**
 * Serves the built web app: hashed assets, which never change, and index.html for every other path. Without a build,
 * only the API is served.
 */
export async function serveWebApp(
  app: FastifyInstance,
  { webDist: folder, apiDocs, serviceWorker }: Pick<Settings, 'webDist' | 'apiDocs' | 'serviceWorker'>,
): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  const isPublic = { config: { public: true }, schema: { hide: true } } as const
  // `sendFile` sets the header only if there is the file: another server may have it during an upgrade.
  app.get('/assets/*', isPublic, (request, reply) =>
    // cast: the route schema validates it; any field may be missing
    reply.sendFile(`assets/${(request.params as { '*': string })['*']}`, {
      cacheControl: true,
      maxAge: '365d',
      immutable: true,
    }),
  )
  for (const [file, type] of Object.entries(contentTypes)) {
    if (existsSync(path.join(folder, file)))
      app.get(`/${file}`, isPublic, (_request, reply) => reply.type(type).sendFile(file, { contentType: false }))
  }
  app.get('/icons/*', isPublic, (request, reply) =>
    // cast: the route schema validates it; any field may be missing
    reply.sendFile(`icons/${(request.params as { '*': string })['*']}`, { cacheControl: true, maxAge: '1d' }),
  )
  const renderServiceWorker = createServiceWorkerRenderer(folder, serviceWorker)
  app.get('/service-worker.js', isPublic, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(renderServiceWorker(reply)),
  )
  const renderShell = createShellRenderer(folder)
  const shell = { ...isPublic, config: { public: true, storesNothing: true } }
  app.get('/*', shell, (request, reply) => {
    const isDocs = apiDocs !== 'off' && apiDocsPath.test(request.url)
    if (!isDocs && /^\/(?:api|files)\//.test(request.url)) return reply.callNotFound()
    // The router of the app cannot decode control characters.
    if (request.url.search(controlCharacters) >= 0) return reply.redirect(cleanPath(request.url))
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(renderShell(request.url))
  })
}

/**
 * Renders the service worker. A device keeps index.html with its headers, so the revision also depends on the content
 * security policy: a changed setting reaches devices like a changed file.
 */
function createServiceWorkerRenderer(folder: string, mode: Settings['serviceWorker']): (reply: FastifyReply) => string {
  const file = path.join(folder, mode === 'off' ? 'withdrawn-service-worker.js' : 'service-worker.js')
  const script = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return (reply) =>
    script.replace(/("revision":")([\da-f]+)(","url":"index\.html")/, (_match, before, revision, after) => {
      const policy = String(reply.getHeader('content-security-policy') ?? '')
      return before + createHash('sha256').update(`${revision} ${policy}`).digest('hex') + after
    })
}

/** The only page whose path begins neither with /a nor with /u. */
const apiDocsPath = /^\/api\/docs\/?(?:\?|$)/
const controlCharacters = /%[01][\da-f]/gi

/** Two leading slashes would name a host. */
const cleanPath = (url: string) => url.replace(/^[/\\]+/, '/').replaceAll(controlCharacters, '%20')

/**
 * Renders index.html with preload links for the files that the requested page needs, so that they load in parallel with
 * the first script.
 */
function createShellRenderer(folder: string): (url: string) => string {
  const shell = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const table = JSON.parse(readFileSync(path.join(folder, 'preloads.json'), 'utf8')) as [string, string[]][]
  const shells = table.map(([pattern, files]) => {
    const links = files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}" />`
        : `<link rel="modulepreload" crossorigin href="/${file}" />`,
    )
    return { pattern: new RegExp(pattern), html: shell.replace('</head>', `${links.join('')}</head>`) }
  })
  return (url) => shells.find(({ pattern }) => pattern.test(url))?.html ?? shell
}
