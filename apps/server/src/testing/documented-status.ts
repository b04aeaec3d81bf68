import type { FastifyInstance } from 'fastify'

type Paths = Record<string, Record<string, { responses: Record<string, object> }>>

/**
 * Checks in every test that response statuses are documented.
 * @throws Error  (from the returned function) with operation and status
 */
export function createStatusCheck(app: FastifyInstance) {
  // cast: the document was generated with these fields
  const paths = (app.swagger().paths ?? {}) as Paths
  const operations = Object.entries(paths)
    // `/filter-reports/results` is not the report with the id `results`
    .toSorted(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
    .map(([path, methods]) => ({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), path, methods }))

  return (method: string, url: string, status: number) => {
    const path = url.split('?')[0] ?? ''
    const operation = operations.find(({ pattern }) => pattern.test(path))
    const responses = operation?.methods[method.toLowerCase()]?.responses
    if (!operation || !responses || status in responses) return
    throw new Error(`${method} ${operation.path} answered ${status}, which its document does not tell.`)
  }
}
