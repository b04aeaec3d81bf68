import type { Calls } from './calls.ts'

type Verb = 'get' | 'post' | 'put' | 'delete' | 'upload' | 'download'
type Part = 'params' | 'body' | 'answer'

/** The paths of the API that take this verb. */
export type PathOf<V extends Verb> = {
  [P in keyof Calls]: Calls[P] extends Record<V, unknown> ? P : never
}[keyof Calls]

type PartOf<V extends Verb, P extends keyof Calls, Name extends Part> =
  Calls[P] extends Record<V, Record<Name, infer Found extends object>> ? Found : never

/** What stands in a path's braces and in its query. */
export type ParamsOf<V extends Verb, P extends keyof Calls> = PartOf<V, P, 'params'>
/** Undefined for what takes none. */
export type BodyOf<V extends Verb, P extends keyof Calls> =
  Calls[P] extends Record<V, Record<'body', infer Found extends object | undefined>> ? Found : never
export type AnswerOf<V extends Verb, P extends keyof Calls> = PartOf<V, P, 'answer'>

/** Parameters may be left out where none of them has to be given. */
export type Given<Params> = Partial<Params> extends Params ? [params?: Params] : [params: Params]
