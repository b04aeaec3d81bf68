#!/usr/bin/env node
// This script has no dependencies, so it runs on a fresh clone with any Node.js from 20.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, requireBuilt } from './lib/build.mjs'
import { install, requireInstalled } from './lib/install.mjs'
import { bin, environment, isPrebuilt, root, runTogether, serverEnvironment, serverFlags } from './lib/processes.mjs'

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const args = process.argv.slice(2)
const asks = args.some((arg) => arg === '--help' || arg === '--version')
const starts = !asks && (args.length === 0 || args[0] === 'start')
if (args[0] === 'prepare' && !asks) {
  install()
  build()
  console.log(`Chisholm ${version} is ready to start.`)
  process.exit()
}
if (isPrebuilt) {
  requireInstalled()
  if (starts) requireBuilt()
} else {
  install()
  if (starts) build()
}

const program = [...serverFlags, path.join(root, 'apps/server/src/main.ts'), ...args]
// DATA_DIR is relative to the repository, but file arguments are relative to the caller.
const env = environment({ ...serverEnvironment, DATA_DIR: path.resolve(root, process.env.DATA_DIR || 'data') })
// Where possible, the server replaces this process: then there are no signals to forward and no child to leave behind.
if (process.execve && process.platform !== 'win32') process.execve(bin('node'), [bin('node'), ...program], env)
else runTogether([[bin('node'), program, { cwd: process.cwd(), env }]])
