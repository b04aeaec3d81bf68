import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { exampleTexts } from '../http/openapi/example-values.ts'
import type { ExampleRequest } from './openapi-contract.ts'
import { exampleImage } from './example-fixtures.ts'
import { multipartOf } from './multipart.ts'

/** Sends an example in its content type. */
export async function injectExample(
  app: FastifyInstance,
  token: string,
  { method, url, type, body, headers }: ExampleRequest,
) {
  const { payload, headers: ofBody } = await encodeBody(type, body)
  return app.inject({
    method,
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...ofBody, ...headers },
    ...(payload !== undefined && { payload }),
  })
}

/** Encodes a body and its headers. */
export async function encodeBody(type: string | undefined, body: unknown) {
  if (type === undefined) return { headers: {}, payload: undefined }
  if (type === 'text/csv') return { headers: { 'content-type': type }, payload: fieldText(body) }
  if (type !== 'multipart/form-data')
    return {
      headers: { 'content-type': type },
      payload: type === 'application/json' ? JSON.stringify(body) : qs.stringify(body),
    }
  const form = new FormData()
  // cast: the example of a form is an object
  for (const [name, values] of Object.entries(body as object))
    for (const value of [values].flat())
      if (name === 'file') form.append(name, new Blob([fieldText(value)], { type: 'text/csv' }), 'list.csv')
      else if (value === exampleTexts.picture)
        form.append(name, new Blob([new Uint8Array(await exampleImage())]), 'cow.png')
      else form.append(name, fieldText(value))
  return multipartOf(form)
}

/** Form fields are text. */
const fieldText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
