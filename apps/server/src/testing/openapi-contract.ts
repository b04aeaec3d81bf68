import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { undocumentedFields } from './undocumented-fields.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Media = Record<string, { examples?: Record<string, { value: unknown }> }>
interface Parameter {
  name: string
  in: string
  examples?: Record<string, { value: string | number }>
}
interface DocumentedOperation {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters?: Parameter[]
  requestBody?: { content: Media }
  responses: Record<string, { headers?: object; content?: Media }>
}
interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>
}

/** An operation with its path and method. */
export interface Operation extends DocumentedOperation {
  path: string
  method: Method
  isPublic: boolean
  /** Success status. */
  success: number
}

/** A request built from an example. */
export interface ExampleRequest {
  name: string
  method: Method
  url: string
  type?: string
  body?: unknown
  headers?: Record<string, string>
}

interface InjectedResponse {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

/** Example of a header; undefined if the operation does not accept it. */
export function headerExample({ parameters = [] }: Pick<DocumentedOperation, 'parameters'>, header: string) {
  const [example] = Object.values(parameters.find(({ name }) => name === header)?.examples ?? {})
  return example && String(example.value)
}

/** All example requests of an operation, one per content type, with the path id of the same name. */
export function exampleRequests({ path, method, parameters = [], requestBody }: Operation): ExampleRequest[] {
  const pathParameters = parameters.filter((parameter) => parameter.in === 'path')
  const ids = pathParameters[0]?.examples ?? {}
  const ifMatch = headerExample({ parameters }, 'If-Match')
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  const request = (name: string) => {
    const url = pathParameters.reduce(
      (filled, { name: parameter, examples = {} }) =>
        filled.replace(`{${parameter}}`, String(examples[name]?.value ?? '')),
      path,
    )
    return { name, method, url, headers }
  }
  if (!requestBody) return Object.keys(ids).map(request)
  return Object.entries(requestBody.content).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([name, { value }]) => ({ ...request(name), type, body: value })),
  )
}

/** Reads the OpenAPI document: its operations, and checks of examples and responses against it. */
export function readContract(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  // a stream does not end, so no test reads it as a response
  const isStream = ({ responses }: DocumentedOperation) =>
    responses['200']?.content?.['text/event-stream'] !== undefined
  const documented = Object.entries(document.paths).map(
    ([path, methods]) => [path, Object.entries(methods).filter(([, operation]) => !isStream(operation))] as const,
  )
  const operations: Operation[] = documented.flatMap(([path, methods]) =>
    methods.map(([method, operation]) => ({
      ...operation,
      path,
      // cast: the document contains HTTP methods only
      method: method.toUpperCase() as Method,
      isPublic: operation.security.length === 0,
      success: Number(Object.keys(operation.responses).find((status) => status.startsWith('2'))),
    })),
  )

  /** The schema at a path of the document. */
  const schemaAt = (path: string[]) =>
    // cast: the document is JSON, and Ajv has found a schema at this path
    path.reduce((part: unknown, name) => (part as Record<string, unknown>)[name], document) as object

  /** Schema errors of a value. */
  const schemaErrors = (path: string[], value: unknown): string[] => {
    const pointer = path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    const check = ajv.getSchema(`api#/${pointer.join('/')}`)
    if (!check) return [`no schema at ${path.join(' ')}`]
    return check(value) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }
  const operationPath = ({ path, method }: Operation) => ['paths', path, method.toLowerCase()]

  /** Deviations of a response from the document. */
  const responseErrors = (operation: Operation, answer: InjectedResponse): string[] => {
    const status = String(answer.statusCode)
    const documented = operation.responses[status]
    const type = String(answer.headers['content-type']).split(';')[0] ?? ''
    if (!documented?.content?.[type]) return [`${status} ${type} is not in the document`]
    const documentedHeaders = Object.keys(documented.headers ?? {}).filter((name) => name !== 'Idempotency-Replayed')
    const missing = documentedHeaders.filter((name) => answer.headers[name.toLowerCase()] === undefined)
    // files have no schema
    if (!type.includes('json')) return missing
    const path = [...operationPath(operation), 'responses', status, 'content', type, 'schema']
    const body: unknown = JSON.parse(answer.body)
    const resolve = (ref: string) => schemaAt(ref.replace(/^#\//, '').split('/'))
    return [...missing, ...schemaErrors(path, body), ...undocumentedFields([schemaAt(path)], body, resolve)]
  }

  /** Examples that do not match their schema. */
  const exampleErrors = (operation: Operation): string[] => [
    ...Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { examples = {} }]) =>
      Object.values(examples).flatMap(({ value }) =>
        schemaErrors([...operationPath(operation), 'requestBody', 'content', type, 'schema'], value),
      ),
    ),
    ...(operation.parameters ?? []).flatMap(({ examples = {} }, index) =>
      Object.values(examples).flatMap(({ value }) =>
        schemaErrors([...operationPath(operation), 'parameters', String(index), 'schema'], value),
      ),
    ),
  ]

  const exampleQueries = ({ parameters = [] }: Operation) =>
    parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, examples = {} }) => Object.values(examples).map(({ value }) => `${name}=${value}`))

  return { document, operations, responseErrors, exampleErrors, exampleQueries }
}
