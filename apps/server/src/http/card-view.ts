import { type TSchema, Type } from 'typebox'
import { malformed } from './app-error.ts'
import { queryParameter } from './openapi/list-parameters.ts'

/** The MIME type of a response whose handler chooses its serializer. */
export const jsonType = 'application/json; charset=utf-8'

const view = queryParameter(
  'view',
  'card: only what a card shows; full (default): everything.',
  { type: 'string', enum: ['full', 'card'], default: 'full' },
  'card',
)

/** Adds the parameter `view` to the schema of a list (decisions.md section 10). */
export const withCardView = <Query extends Record<string, TSchema>, Parameter>(list: {
  querystring: { properties: Query }
  parameters: Parameter[]
}) => ({
  ...list,
  querystring: Type.Object({ ...list.querystring.properties, view: Type.Optional(Type.String()) }),
  parameters: [...list.parameters, view],
})

/** Whether a request asks for cards. @throws malformed  the view is unknown */
export function isCardView({ view = 'full' }: { view?: string }): boolean {
  if (view === 'full' || view === 'card') return view === 'card'
  throw malformed(`view must be full or card, not "${view}".`)
}
