import { type Static, Type } from 'typebox'
import { constants } from './constants.ts'
import { countCharacters, isHexColor } from './validation.ts'

const { maxShapes, textMax } = constants.photo.markup
const fraction = Type.Number({ minimum: 0, maximum: 1 })

const markupKinds = ['arrow', 'circle', 'line', 'text'] as const

/** Shapes drawn over a photo. Coordinates are fractions of its width and height. */
export const Markup = Type.Object(
  {
    version: Type.Literal(1),
    shapes: Type.Array(
      Type.Object({
        kind: Type.Enum([...markupKinds]),
        x: fraction,
        y: fraction,
        x2: fraction,
        y2: fraction,
        text: Type.Optional(Type.String({ maxLength: textMax })),
        color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
      }),
      { maxItems: maxShapes },
    ),
  },
  { title: 'Markup' },
)
export type Markup = Static<typeof Markup>
type Shape = Markup['shapes'][number]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Parsed<Value> = { value: Value } | { error: string }

/** Forms send numbers as text. */
const toNumber = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)

/** @returns the markup without unknown fields, or an error message */
export function parseMarkup(sent: unknown): Parsed<Markup> {
  if (!isRecord(sent) || toNumber(sent['version']) !== 1 || !Array.isArray(sent['shapes']))
    return { error: 'markup must be {"version": 1, "shapes": […]}.' }
  const { shapes } = sent
  if (shapes.length > maxShapes) return { error: `markup has at most ${maxShapes} shapes.` }
  const parsed: Shape[] = []
  for (const [index, shape] of shapes.entries()) {
    const result = parseShape(shape, `markup.shapes.${index}`)
    if ('error' in result) return result
    parsed.push(result.value)
  }
  return { value: { version: 1, shapes: parsed } }
}

function parseShape(shape: unknown, name: string): Parsed<Shape> {
  if (!isRecord(shape)) return { error: `${name} must be an object.` }
  const kind = markupKinds.find((one) => one === shape['kind'])
  if (!kind) return { error: `${name}.kind must be one of ${markupKinds.join(', ')}.` }
  const coordinates = { x: 0, y: 0, x2: 0, y2: 0 }
  for (const field of ['x', 'y', 'x2', 'y2'] as const) {
    const value = toNumber(shape[field])
    if (typeof value !== 'number' || !(value >= 0 && value <= 1))
      return { error: `${name}.${field} must be a number from 0 to 1.` }
    coordinates[field] = value
  }
  const { text, color } = shape
  if (typeof color !== 'string' || !isHexColor(color)) return { error: `${name}.color must be like #ffcc00.` }
  if (text !== undefined && (typeof text !== 'string' || countCharacters(text) > textMax))
    return { error: `${name}.text must be a text of at most ${textMax} characters.` }
  return { value: { kind, ...coordinates, ...(text !== undefined && { text }), color: color.toLowerCase() } }
}
