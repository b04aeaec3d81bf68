/**
 * Writes the TypeScript types of an OpenAPI document: every named shape, and for every path and method what it takes
 * and answers. openapi-typescript would do, but needs the compiler as a library, which TypeScript 7 is not.
 */
export function typesOfApi({ paths, components }, base) {
  const calls = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(
      ([method, operation]) => `${wayOf(method, operation)}: ${callOf(operation)}`,
    )
    return `${JSON.stringify(path.replace(base, ''))}: { ${operations.join('; ')} }`
  })
  const text = `/** What each call takes and answers. */\nexport interface Calls {\n${calls.join('\n')}\n}\n`
  const shapes = new Map(Object.entries(components.schemas).map(([name, schema]) => [name, typeOf(schema)]))
  const used = usedIn(text, shapes)
  const named = [...shapes].filter(([name]) => used.has(name)).map(([name, type]) => `type ${name} = ${type}`)
  return `${named.join('\n')}\n\n${text}`
}

/** The names of the shapes a text speaks of, and of those they speak of. */
function usedIn(text, shapes, used = new Set()) {
  for (const [name, type] of shapes)
    if (!used.has(name) && new RegExp(`\\b${name}\\b`).test(text)) usedIn(type, shapes, used.add(name))
  return used
}

/** A form with files is sent in a way of its own, and told apart by its name. */
const isUpload = ({ requestBody }) => requestBody?.content['multipart/form-data'] !== undefined

/** What answers with a file alone is downloaded. */
const isDownload = ({ responses }) => successOf(responses).content['application/json'] === undefined
const wayOf = (method, operation) => (isUpload(operation) ? 'upload' : isDownload(operation) ? 'download' : method)
const successOf = (responses) => Object.entries(responses).find(([status]) => status.startsWith('2'))[1]

function callOf({ parameters = [], requestBody, responses }) {
  const named = parameters.filter((parameter) => parameter.in !== 'header')
  const params = named.map(({ name, required, schema }) => property(name, typeOf(schema), required))
  const json = successOf(responses).content['application/json']
  const body = requestBody && Object.values(requestBody.content)[0].schema
  return `{
    params: { ${params.join('; ')} }
    body: ${body ? sentTypeOf(body) : 'undefined'}
    answer: ${json ? typeOf(json.schema) : 'Blob'}
  }`
}

const property = (name, type, required) =>
  `${JSON.stringify(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'}`

/** What is sent may have fields that are undefined: they are left out on the way. */
function sentTypeOf({ properties, required = [] }) {
  const fields = Object.entries(properties).map(([name, schema]) =>
    property(name, schema.type === 'object' ? sentTypeOf(schema) : typeOf(schema), required.includes(name)),
  )
  return `{ ${fields.join('; ')} }`
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.anyOf) return union(schema.anyOf.map(typeOf))
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })))
  if (schema.type === 'array') return `Array<${typeOf(schema.items)}>`
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'string') return schema.contentMediaType === 'application/octet-stream' ? 'Blob' : 'string'
  return { integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[schema.type] ?? 'unknown'
}

function objectOf({ properties, required = [], additionalProperties }) {
  if (!properties) return `Record<string, ${additionalProperties ? typeOf(additionalProperties) : 'unknown'}>`
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{ ${fields.join('; ')} }`
}

const union = (types) => [...new Set(types)].join(' | ')
