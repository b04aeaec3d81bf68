import type { Plugin, Rolldown } from 'vite'

/** Every page needs it. It is not part of the entry, so that it runs in a task of its own. */
const renderer = 'node_modules/react-dom/client.js'
const frame = 'src/shell/app-layout.tsx'
/** The pages that are opened first most often: each path, with the modules that render it. */
const firstPages: [path: string, modules: string[]][] = [
  ['^/u/login', ['src/features/auth/login-page.tsx']],
  ['^/a/location/', [frame, 'src/features/post-mortems/site-post-mortems-page.tsx']],
  ['^/a/postmortems/', [frame, 'src/features/post-mortems/requests-page.tsx']],
  ['^/a/postmortem/add', [frame, 'src/features/post-mortems/new-post-mortem-page.tsx']],
  ['^/a/(vet/ticketdetail|postmortem)/', [frame, 'src/features/post-mortems/edit-post-mortem-page.tsx']],
  ['^/a/search$', [frame, 'src/features/search/search-page.tsx']],
]

/** The font of Latin letters. A page finds it only once it renders its first text, which then moves when the font arrives. */
const font = /inter-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Makes index.html load the font with the page, after its scripts, which matter more on a slow connection. Writes
 * `preloads.json`, the files that each of these pages needs in addition to the entry. The server lists them in
 * the HTML, so that a phone fetches them in parallel with the entry script.
 */
export const preloads = (): Plugin => ({
  name: 'preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const fileName = Object.keys(bundle).find((name) => font.test(name))
      if (!fileName) throw new Error('page-preloads.ts names a font that is not there')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, fetchpriority: 'low' }
      return [{ tag: 'link', attrs: { ...attrs, href: `/${fileName}` }, injectTo: 'head' }]
    },
  },
  // This runs after Vite has removed the empty chunks of style sheets.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      requireNoCircle(chunks)
      const filesOf = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
        if (!chunk) throw new Error(`page-preloads.ts names ${module}, which is not there`)
        return [...withImports(chunk, chunks)].flatMap((one) => [
          one.fileName,
          ...(one.viteMetadata?.importedCss ?? []),
        ])
      }
      const table = [...firstPages, ['', []] as const].map(([path, modules]) => [
        path,
        [...new Set([renderer, ...modules].flatMap(filesOf))],
      ])
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(table) })
    },
  },
})

/** A chunk with all its imports, except those of the entry. */
function withImports(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  if (chunk.isEntry || found.has(chunk)) return found
  found.add(chunk)
  for (const one of chunks) if (chunk.imports.includes(one.fileName)) withImports(one, chunks, found)
  return found
}

/**
 * Chunks that import each other run in an undefined order, so a page might use a module before it is initialised.
 * @throws Error  there is such a circle
 */
function requireNoCircle(chunks: Rolldown.OutputChunk[]): void {
  for (const chunk of chunks) {
    const needs = new Set(chunk.imports)
    for (const name of needs)
      for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) needs.add(next)
    if (needs.has(chunk.fileName)) throw new Error(`${chunk.name} is part of an import cycle: fix the groups.`)
  }
}
