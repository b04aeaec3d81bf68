import type { Calls } from './calls.ts'

type Verb = 'get' | 'post' | 'put' | 'delete' | 'upload' | 'download'
type Part = 'params' | 'body' | 'answer'

/** Paths of the API with this method. */
export type PathOf<V extends Verb> = {
  [P in keyof Calls]: Calls[P] extends Record<V, unknown> ? P : never
}[keyof Calls]

type PartOf<V extends Verb, P extends keyof Calls, Name extends Part> =
  Calls[P] extends Record<V, Record<Name, infer Found extends object>> ? Found : never

/** Path and query parameters. */
export type ParamsOf<V extends Verb, P extends keyof Calls> = PartOf<V, P, 'params'>
/** Undefined for calls without a body. */
export type BodyOf<V extends Verb, P extends keyof Calls> =
  Calls[P] extends Record<V, Record<'body', infer Found extends object | undefined>> ? Found : never
export type AnswerOf<V extends Verb, P extends keyof Calls> = PartOf<V, P, 'answer'>

/** Makes the argument optional when no parameter is required. */
export type Given<Params> = Partial<Params> extends Params ? [params?: Params] : [params: Params]
