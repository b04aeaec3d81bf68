import { fork } from 'node:child_process'
import pLimit from 'p-limit'
import { processEnvironment } from '../settings.ts'
import type { Answer } from './answer-documents.ts'

/** Milliseconds without a document after which a process ends, to save memory. */
const idleTimeout = 30_000
/** Milliseconds that the compilation of one document may take; the largest report takes 40 s. */
const maxDuration = 120_000
/** Resident bytes above which a process ends after a document: Typst keeps what many photos took. */
const maxMemory = 250_000_000

/** Variables of malloc and Node.js (`scripts/lib/processes.mjs`). The others may be secrets. */
const inherited = /^(MALLOC_\w+|NODE_COMPILE_CACHE)$/

/** Compiles a document in the process of a program. */
type Compile<Content> = (content: Content) => Promise<Buffer>

/**
 * Runs a program that compiles documents, in a process of its own: Typst aborts its process if it panics. The process is
 * started when it is needed. A document whose process ended is tried once more in a new one, because the document need
 * not be the cause.
 * @param program  the file name of a program of this folder that calls `answerDocuments`
 */
export function compilerProcess<Content extends object>(program: string): Compile<Content> {
  const oneByOne = pLimit(1)
  let idle: ReturnType<typeof start> | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const endIdle = () => {
    idle?.end()
    idle = undefined
  }
  const attempt = async (content: Content): Promise<Answer> => {
    clearTimeout(idleTimer)
    const child = idle ?? start(program)
    idle = undefined
    let isReusable = false
    try {
      const answer = await child.ask(content)
      isReusable = answer.memory < maxMemory
      return answer
    } finally {
      if (isReusable) {
        idle = child
        idleTimer = setTimeout(endIdle, idleTimeout).unref()
      } else child.end()
    }
  }
  return (content) =>
    oneByOne(async () => {
      const answer = await attempt(content).catch(() => attempt(content))
      if ('failure' in answer) throw answer.failure
      return Buffer.from(answer.pdf)
    })
}

function start(program: string) {
  const child = fork(new URL(program, import.meta.url), [String(process.pid)], {
    env: Object.fromEntries(Object.entries(processEnvironment).filter(([name]) => inherited.test(name))),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // it does not keep a program running that is done
  child.unref()
  child.channel?.unref()
  let waiting: PromiseWithResolvers<Answer> | undefined
  child.on('message', (answer: Answer) => waiting?.resolve(answer))
  // the cause alone would look like a broken connection to the database (`EPIPE`)
  const failWith = (cause?: Error) => {
    const why = cause === undefined ? '' : `: ${cause.message}`
    waiting?.reject(new Error(`the process that compiles documents cannot be reached${why}`, { cause }))
  }
  child.on('error', failWith)
  child.on('exit', (code, signal) =>
    waiting?.reject(new Error(`the process that compiles documents ended with ${signal ?? code}`)),
  )
  return {
    /** @throws Error  the process has ended or cannot be reached */
    ask(content: object): Promise<Answer> {
      const { promise, resolve } = (waiting = Promise.withResolvers<Answer>())
      const isLate = () =>
        resolve({ failure: new Error(`a document was not compiled within ${maxDuration / 1000} s`), memory: Infinity })
      const timer = setTimeout(isLate, maxDuration)
      if (child.connected) child.send(content, (error) => error && failWith(error))
      else failWith()
      return promise.finally(() => clearTimeout(timer))
    },
    end: () => child.kill('SIGKILL'),
  }
}
