import { AppError, type FieldErrors, invalid } from './app-error.ts'

/** Parses the entries of a list in a body. @throws invalid  all errors by field, like `treatments_given.0.name` */
export function parseEach<Sent, Parsed>(list: string, entries: Sent[], parse: (entry: Sent) => Parsed): Parsed[] {
  const errors: FieldErrors = {}
  const parsed: Parsed[] = []
  for (const [index, entry] of entries.entries()) {
    try {
      parsed.push(parse(entry))
    } catch (thrown) {
      Object.assign(errors, errorsOfEntry(list, index, thrown))
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return parsed
}

/** Like `parseEach`, for entries whose parsing reads the database: one after another. */
export async function parseEachInTurn<Sent, Parsed>(
  list: string,
  entries: Sent[],
  parse: (entry: Sent, index: number) => Promise<Parsed>,
): Promise<Parsed[]> {
  const errors: FieldErrors = {}
  const parsed: Parsed[] = []
  for (const [index, entry] of entries.entries()) {
    try {
      parsed.push(await parse(entry, index))
    } catch (thrown) {
      Object.assign(errors, errorsOfEntry(list, index, thrown))
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return parsed
}

/** @throws what was thrown, unless it is a validation error */
function errorsOfEntry(list: string, index: number, thrown: unknown): FieldErrors {
  if (!(thrown instanceof AppError) || thrown.kind !== 'invalid') throw thrown
  const errors = Object.entries(thrown.errors ?? {})
  return Object.fromEntries(errors.map(([field, messages]) => [`${list}.${index}.${field}`, messages]))
}
