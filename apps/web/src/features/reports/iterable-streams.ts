/**
 * Iterates a stream as its own iterator would: the stream is cancelled when the loop ends early.
 * It stands in where streams have no iterator: in Safari before 27, and in Chrome before 124.
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

// pdf.js reads text and unpacks compressed parts by `for await`, on the page and in its worker
if (!(Symbol.asyncIterator in ReadableStream.prototype))
  Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
    value: iterate,
    writable: true,
    configurable: true,
  })
