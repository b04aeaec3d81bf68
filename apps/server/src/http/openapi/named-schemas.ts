import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'

type Document = { components?: { schemas?: Record<string, unknown> } }

/**
 * Moves every schema that has a title into the components of the document and leaves a reference in its place.
 * @param more  schemas that no response contains directly
 * @throws Error  two schemas share a title
 */
export function extractNamedSchemas<T extends Document>(document: T, more: TSchema[]): T {
  const shapes: Record<string, unknown> = {}

  const replaceNamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaceNamed)
    if (typeof value !== 'object' || value === null) return value
    // cast: every schema is an object, perhaps without these fields
    const { title, type, ...rest } = value as { title?: unknown; type?: unknown }
    // Examples may have a title too, but a schema also has a type.
    if (typeof title !== 'string' || (type === undefined && !('anyOf' in rest))) return replaceInside(value)
    if (!Array.isArray(type)) return reference(title, { ...(type !== undefined && { type }), ...rest })
    const [only] = type.filter((one) => one !== 'null')
    return { anyOf: [reference(title, { type: only, ...rest }), { type: 'null' }] }
  }
  const replaceInside = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaceNamed(part)]))

  const reference = (title: string, shape: object) => {
    const found = replaceInside(shape)
    if (title in shapes && !isDeepStrictEqual(shapes[title], found)) throw new Error(`Two shapes are called ${title}.`)
    shapes[title] = found
    return { $ref: `#/components/schemas/${title}` }
  }

  const { components, ...rest } = document
  const shown = replaceInside(rest)
  for (const shape of more) replaceNamed(JSON.parse(JSON.stringify(shape)))
  const sorted = Object.fromEntries(Object.entries(shapes).sort(([one], [other]) => one.localeCompare(other)))
  return { ...document, ...shown, components: { ...components, schemas: { ...components?.schemas, ...sorted } } }
}
