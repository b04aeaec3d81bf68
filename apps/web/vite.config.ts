import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compresses what was built ahead of time, so that the server only hands it out. */
const brotli = (): Plugin => ({
  name: 'brotli',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const files = await readdir(dir, { recursive: true })
    for (const file of files.filter((name) => /\.(?:js|mjs|css|html|svg)$/.test(name))) {
      const bytes = await readFile(path.join(dir, file))
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 }
      await writeFile(path.join(dir, `${file}.br`), brotliCompressSync(bytes, { params: quality }))
    }
  },
})

/** What every page needs before anything can be shown, in one file. */
const start = { name: 'start', tags: ['$initial' as const], priority: 1 }

/**
 * What nearly every page of the app shares, in one file instead of dozens of a kilobyte each: a phone fetches six
 * files at a time. The sign-in page needs none of it.
 */
const shared = {
  name: 'shared',
  test: (id: string) =>
    [
      /@tabler[\\/]icons-react/,
      /src[\\/]shell[\\/]/,
      /src[\\/]ui[\\/]pager\./,
      /src[\\/]features[\\/][\w-]+[\\/]queries\./,
      /src[\\/]features[\\/]post-mortems[\\/](?:pills|tab-bar|ticket-card|ticket-list)\./,
      /src[\\/]api[\\/](?:kept|new-id)\./,
    ].some((pattern) => pattern.test(id)),
}

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), brotli()],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/files': api } },
  build: {
    outDir: 'dist',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [start, shared] } } },
  },
})
