// Needs no package: it runs on a fresh clone, on any Node.js from 20.
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { bin, serverEnvironment, environment, root, runTogether, serverFlags } from './lib/run.mjs'

const args = process.argv.slice(2)
install()
if (!args.includes('--help') && !args.includes('--version')) build()

const server = [...serverFlags, 'apps/server/src/main.ts', ...args]
process.chdir(root)
// Where Node.js can, this process becomes the server: no signal to pass on, no server left behind by a killed wrapper.
if (process.execve && process.platform !== 'win32')
  process.execve(bin('node'), [bin('node'), ...server], environment(serverEnvironment))
else runTogether([[bin('node'), server, { env: environment(serverEnvironment) }]])
