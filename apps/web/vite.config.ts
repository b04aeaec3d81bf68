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

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), brotli()],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/files': api } },
  build: { outDir: 'dist', sourcemap: false, chunkSizeWarningLimit: 900 },
})
