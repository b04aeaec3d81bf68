import { type Static, Type } from 'typebox'
import type { Range, ReportFilter } from '../report-filter.ts'
import { id, namedObject, text, time } from './primitives.ts'

/** Schema of `ReportFilter`, with its keys in the order in which they are stored. */
const range = () => {
  const end = Type.Unsafe<Range['min']>({ type: ['string', 'number', 'null'] })
  return Type.Optional(Type.Object({ min: end, max: end }))
}
const choice = () => Type.Optional(Type.Array(id))
const ReportFilterSchema = namedObject('ReportFilter', {
  tagColor: choice(),
  temperature: range(),
  weight: range(),
  group: choice(),
  date: range(),
  breed: choice(),
  animalColor: choice(),
})

export const SavedReport = namedObject('SavedReport', {
  id,
  type: Type.Literal('animals'),
  name: text,
  parameters: Type.Object({ filter: Type.Unsafe<ReportFilter>(ReportFilterSchema) }),
  created_at: time,
  updated_at: time,
})
export type SavedReport = Static<typeof SavedReport>
