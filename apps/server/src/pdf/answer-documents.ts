import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** The compiled document or the error of its compilation, and the resident bytes of the process afterwards. */
export type Answer = ({ pdf: Uint8Array } | { failure: unknown }) & { memory: number }

/**
 * Compiles each document that the server sends to this process (`compiler-process.ts`), and ends with the server.
 */
export function answerDocuments<Content>(compile: (content: Content) => Uint8Array): void {
  process.on('message', (content) => {
    // cast: the server sends documents only
    process.send?.({ ...attempt(() => compile(content as Content)), memory: process.memoryUsage.rss() })
  })
  endWithServer()
  preferAsVictim()
}

function attempt(compile: () => Uint8Array): { pdf: Uint8Array } | { failure: unknown } {
  try {
    return { pdf: compile() }
  } catch (failure) {
    return { failure }
  }
}

/** A process whose channel is closed ends by itself, but not during a compilation, which may never end. */
function endWithServer(): void {
  const [, , server] = process.argv
  const watch = `setInterval(() => process.ppid === ${server} || process.kill(process.pid, 'SIGKILL'), 1000)`
  new Worker(watch, { eval: true }).unref()
}

/** If memory runs out, Linux kills this process rather than the server or the database. */
function preferAsVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500')
  } catch {
    // another system, or not permitted
  }
}
