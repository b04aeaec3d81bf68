import type { ApiCalls } from './api-types.ts'

type CallMethod = 'get' | 'post' | 'put' | 'delete' | 'upload' | 'download'
type CallPart = 'params' | 'body' | 'answer'

export type PathOf<V extends CallMethod> = {
  [P in keyof ApiCalls]: ApiCalls[P] extends Record<V, unknown> ? P : never
}[keyof ApiCalls]

type CallPartOf<V extends CallMethod, P extends keyof ApiCalls, Part extends CallPart> =
  ApiCalls[P] extends Record<V, Record<Part, infer Value extends object>> ? Value : never

export type ParamsOf<V extends CallMethod, P extends keyof ApiCalls> = CallPartOf<V, P, 'params'>
/** Undefined for calls without a body. */
export type BodyOf<V extends CallMethod, P extends keyof ApiCalls> =
  ApiCalls[P] extends Record<V, Record<'body', infer Value extends object | undefined>> ? Value : never
export type ResponseOf<V extends CallMethod, P extends keyof ApiCalls> = CallPartOf<V, P, 'answer'>

/** Makes the argument optional if no parameter is required. */
export type ParamsArgument<Params> = Partial<Params> extends Params ? [params?: Params] : [params: Params]
