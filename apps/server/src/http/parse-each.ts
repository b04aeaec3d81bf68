import { AppError, type FieldErrors, invalid } from './app-error.ts'

/** Parses the entries of a list in a body. @throws invalid  all errors by field, like `treatments_given.0.name` */
export function parseEach<Sent, Parsed>(list: string, entries: Sent[], parse: (entry: Sent) => Parsed): Parsed[] {
  const errors: FieldErrors = {}
  const parsed: Parsed[] = []
  for (const [index, entry] of entries.entries()) {
    try {
      parsed.push(parse(entry))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
      for (const [field, messages] of Object.entries(error.errors ?? {})) errors[`${list}.${index}.${field}`] = messages
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return parsed
}
