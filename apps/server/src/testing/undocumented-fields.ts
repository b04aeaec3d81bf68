interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/**
 * Finds the fields of a value that none of its schemas has, at any depth.
 * @param schemas  the alternatives and parts of the value's schema
 * @param resolve  returns the schema of a `$ref`
 * @returns their paths
 */
export function undocumentedFields(
  schemas: Schema[],
  value: unknown,
  resolve: (ref: string) => Schema,
  path = '',
): string[] {
  const all = schemas.flatMap((schema) => withParts(schema, resolve))
  if (Array.isArray(value)) {
    const items = all.flatMap((schema) => schema.items ?? [])
    return value.flatMap((one, index) => undocumentedFields(items, one, resolve, `${path}/${index}`))
  }
  if (typeof value !== 'object' || value === null) return []
  const known = all.map(({ properties }) => properties).filter((properties) => properties !== undefined)
  // an object whose fields are data, like errors by field
  if (known.length === 0 || all.some(({ additionalProperties }) => additionalProperties)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const ofField = known.flatMap((properties) => (Object.hasOwn(properties, name) ? (properties[name] ?? []) : []))
    return ofField.length === 0
      ? [`${path}/${name} is not documented`]
      : undocumentedFields(ofField, field, resolve, `${path}/${name}`)
  })
}

/** A schema and everything that it is combined of. */
function withParts(schema: Schema, resolve: (ref: string) => Schema): Schema[] {
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema
  const parts = [...anyOf, ...oneOf, ...allOf, ...($ref === undefined ? [] : [resolve($ref)])]
  return [schema, ...parts.flatMap((part) => withParts(part, resolve))]
}
