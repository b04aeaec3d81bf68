/**
 * The async iterator of ReadableStream for Safari before 27 and Chrome before 124. Like the native one, it cancels the
 * stream when the loop ends early.
 */
async function* iterate<Chunk>(this: ReadableStream<Chunk>): AsyncGenerator<Chunk, undefined> {
  const reader = this.getReader()
  let finished = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      finished = done
      if (done) return
      yield value
    }
  } finally {
    if (!finished) await reader.cancel()
    reader.releaseLock()
  }
}

// pdf.js reads streams with `for await`, on the page and in its worker.
if (!(Symbol.asyncIterator in ReadableStream.prototype))
  Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
    value: iterate,
    writable: true,
    configurable: true,
  })
