/** The parts of an OpenAPI 3.1 document that the page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, Schema> }
}

interface ApiOperation {
  operationId: string
  summary: string
  tags: string[]
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { description: string; content?: Record<string, Content> }>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}

export interface Content {
  schema?: Schema
  examples?: Record<string, { value: unknown }>
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

export interface Operation extends ApiOperation {
  method: string
  path: string
}

/** Groups operations by tag. Only those that contain every word of the search text remain. */
export function operationsByTag({ paths }: ApiDocument, text: string): [tag: string, operations: Operation[]][] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
      .filter(({ method, summary, operationId, tags }) => {
        const searchable = [method, path, summary, operationId, ...tags].join(' ').toLowerCase()
        return words.every((word) => searchable.includes(word))
      }),
  )
  return Object.entries(Object.groupBy(found, ({ tags }) => tags[0] ?? 'other'))
    .map(([tag, operations = []]): [string, Operation[]] => [tag, operations])
    .toSorted(([one], [other]) => one.localeCompare(other))
}

const schemaName = (reference: string) => reference.split('/').at(-1) ?? ''

export type Schemas = Record<string, Schema>

/** Whether a schema is written out in place of its name. Schemas without fields are inlined, because they are short. */
const isInlined = (schema: Schema | undefined): schema is Schema => schema !== undefined && !schema.properties

/** The names of the schemas to which a schema refers directly. */
export function referencedSchemas(schema: Schema, schemas: Schemas): string[] {
  const name = schema.$ref && schemaName(schema.$ref)
  if (name) return isInlined(schemas[name]) ? referencedSchemas(schemas[name], schemas) : [name]
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ]
  return [...new Set(parts.flatMap((part) => referencedSchemas(part, schemas)))]
}

/** Writes a schema like a TypeScript type. `?` marks optional fields, and descriptions become `//` comments. */
export function formatSchema(schema: Schema, schemas: Schemas, indent: string = ''): string {
  const name = schema.$ref && schemaName(schema.$ref)
  if (name) return isInlined(schemas[name]) ? formatSchema(schemas[name], schemas, indent) : name
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.map((one) => formatSchema(one, schemas, indent)).join(' | ')
  if (schema.properties) return formatFields(schema, schemas, indent)
  if (schema.items) return `array of ${formatSchema(schema.items, schemas, indent)}`
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${formatSchema(schema.additionalProperties, schemas, indent)} }`
  const type = [schema.type ?? 'anything'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

function formatFields({ properties = {}, required = [] }: Schema, schemas: Schemas, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, field]) => {
    const text = `${inner}${name}${required.includes(name) ? '' : '?'}: ${formatSchema(field, schemas, inner)}`
    const description = field.description ?? schemas[schemaName(field.$ref ?? '')]?.description
    return description ? `${text}  // ${description}` : text
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}
