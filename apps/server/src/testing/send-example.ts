import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { exampleTexts } from '../http/example-values.ts'
import type { ExampleRequest } from './contract.ts'
import { picture } from './example-world.ts'
import { multipartOf } from './multipart.ts'

/** Sends a request in the form it names. */
export async function send(app: FastifyInstance, token: string, { method, url, type, body, headers }: ExampleRequest) {
  const { payload, headers: ofBody } = await encodedBody(type, body)
  return app.inject({
    method,
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...ofBody, ...headers },
    ...(payload !== undefined && { payload }),
  })
}

/** The bytes of a body and the headers that belong to them. */
export async function encodedBody(type: string | undefined, body: unknown) {
  if (type === undefined) return { headers: {}, payload: undefined }
  if (type === 'text/csv') return { headers: { 'content-type': type }, payload: textOf(body) }
  if (type !== 'multipart/form-data')
    return {
      headers: { 'content-type': type },
      payload: type === 'application/json' ? JSON.stringify(body) : qs.stringify(body),
    }
  const form = new FormData()
  // cast: the example of a form is an object
  for (const [name, values] of Object.entries(body as object))
    for (const value of [values].flat())
      if (name === 'file') form.append(name, new Blob([textOf(value)], { type: 'text/csv' }), 'list.csv')
      else if (value === exampleTexts.picture) form.append(name, new Blob([new Uint8Array(await picture())]), 'cow.png')
      else form.append(name, textOf(value))
  return multipartOf(form)
}

/** A field of a form is text, whatever a test puts there. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
