// Checks that code inside a transaction cannot reach the pool (apps/server/src/database/transaction.ts).
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/processes.mjs'

const source = path.join(root, 'apps/server/src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file))
  .toSorted()

const found = files.flatMap((file) => {
  const text = readFileSync(path.join(source, file), 'utf8')
  return [...directTransactions(file, text), ...unshadowedContexts(text), ...poolAccess(text)].map(
    ({ index, why }) => `apps/server/src/${file}:${text.slice(0, index).split('\n').length} ${why}`,
  )
})
if (found.length > 0) {
  console.error(found.join('\n'))
  process.exit(1)
}

/** Only `inTransaction` may begin transactions. */
function directTransactions(/** @type {string} */ file, /** @type {string} */ text) {
  if (file === 'database/transaction.ts') return []
  return matches(text, /\.transaction\(\)/g).map(({ index }) => ({
    index,
    why: 'begins a transaction: use inTransaction',
  }))
}

/** The inner context must shadow the outer one. */
function unshadowedContexts(/** @type {string} */ text) {
  return matches(text, /inTransaction\(\s*(\w+),\s*(?:async\s*)?\(([^)]*)\)/g)
    .filter(([, outer, inner]) => outer !== inner?.trim())
    .map(({ index, 1: outer }) => ({
      index,
      why: `name the context inside the transaction ${outer}, like the one outside`,
    }))
}

/** A handler must use the context that it gets. */
function poolAccess(/** @type {string} */ text) {
  return matches(text, /\b(?:handleWrite\(request, reply|runWrite\(request), /g).flatMap(({ index }) => {
    const inside = callAt(text, index)
    return matches(inside, /contextOf\(|services\.db/g).map((other) => ({
      index: index + other.index,
      why: 'reaches the pool inside a transaction: use the context of write',
    }))
  })
}

function matches(/** @type {string} */ text, /** @type {RegExp} */ pattern) {
  return [...text.matchAll(pattern)]
}

/** The text of the call at this index, up to its closing parenthesis. */
function callAt(/** @type {string} */ text, /** @type {number} */ index) {
  let depth = 0
  for (let at = index; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return text.slice(index, at)
  }
  return text.slice(index)
}
