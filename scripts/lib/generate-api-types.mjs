/**
 * Generates TypeScript types from an OpenAPI document. openapi-typescript needs the compiler API, which TypeScript 7
 * does not have.
 */
export function generateApiTypes(/** @type {any} */ { paths, components }, /** @type {string} */ base) {
  const calls = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(
      ([method, operation]) => `${callKind(method, operation)}: ${callType(operation)}`,
    )
    return `${JSON.stringify(path.replace(base, ''))}: { ${operations.join('; ')} }`
  })
  const text = `/** What each call takes and answers. */\nexport interface ApiCalls {\n${calls.join('\n')}\n}\n`
  const shapes = new Map(Object.entries(components.schemas).map(([name, schema]) => [name, schemaType(schema)]))
  const used = collectUsed(text, shapes)
  const named = [...shapes].filter(([name]) => used.has(name)).map(([name, type]) => `type ${name} = ${type}`)
  return `${named.join('\n')}\n\n${text}`
}

/** Names of schemas used by a text, transitively. */
function collectUsed(/** @type {string} */ text, /** @type {Map<string, string>} */ shapes, used = new Set()) {
  for (const [name, type] of shapes)
    if (!used.has(name) && new RegExp(`\\b${name}\\b`).test(text)) collectUsed(type, shapes, used.add(name))
  return used
}

/** Uploads have multipart forms only; other bodies may also be JSON. */
const isUpload = (/** @type {any} */ { requestBody }) =>
  requestBody?.content['multipart/form-data'] !== undefined && requestBody.content['application/json'] === undefined

/** Operations that return only a file are downloads. */
const isDownload = (/** @type {any} */ { responses }) =>
  successResponse(responses).content['application/json'] === undefined
const callKind = (/** @type {string} */ method, /** @type {any} */ operation) =>
  isUpload(operation) ? 'upload' : isDownload(operation) ? 'download' : method
/** @returns {any} */
const successResponse = (/** @type {object} */ responses) =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]

/** @returns {string} */
function callType(/** @type {any} */ { parameters = [], requestBody, responses }) {
  const named = parameters.filter((/** @type {any} */ parameter) => parameter.in !== 'header')
  const params = named.map((/** @type {any} */ { name, required, schema }) =>
    property(name, schemaType(schema), required),
  )
  const json = successResponse(responses).content['application/json']
  const body = requestBody && Object.values(requestBody.content)[0].schema
  return `{
    params: { ${params.join('; ')} }
    body: ${body ? bodyType(body) : 'undefined'}
    answer: ${json ? schemaType(json.schema) : 'Blob'}
  }`
}

const property = (
  /** @type {string} */ name,
  /** @type {string} */ type,
  /** @type {boolean | undefined} */ required,
) => `${JSON.stringify(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'}`

/**
 * Sent fields may be undefined: they are omitted.
 * @returns {string}
 */
function bodyType(/** @type {any} */ { properties, required = [] }) {
  const fields = Object.entries(properties).map((/** @type {[string, any]} */ [name, schema]) =>
    property(name, schema.type === 'object' ? bodyType(schema) : schemaType(schema), required.includes(name)),
  )
  return `{ ${fields.join('; ')} }`
}

/** @type {Record<string, string>} */
const plainTypes = { integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }

/** @returns {string} */
function schemaType(/** @type {any} */ schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.anyOf) return union(schema.anyOf.map(schemaType))
  if (schema.enum) return union(schema.enum.map((/** @type {any} */ value) => JSON.stringify(value)))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type))
    return union(schema.type.map((/** @type {string} */ type) => schemaType({ ...schema, type })))
  if (schema.type === 'array') return `Array<${schemaType(schema.items)}>`
  if (schema.type === 'object') return objectType(schema)
  if (schema.type === 'string') return schema.contentMediaType === 'application/octet-stream' ? 'Blob' : 'string'
  return plainTypes[schema.type] ?? 'unknown'
}

/** @returns {string} */
function objectType(/** @type {any} */ { properties, required = [], additionalProperties }) {
  if (!properties) return `Record<string, ${additionalProperties ? schemaType(additionalProperties) : 'unknown'}>`
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${schemaType(schema)}`,
  )
  return `{ ${fields.join('; ')} }`
}

const union = (/** @type {string[]} */ types) => [...new Set(types)].join(' | ')
