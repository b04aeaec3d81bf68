import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { exampleTexts } from '../http/openapi/example-values.ts'
import type { ExampleRequest } from './openapi-contract.ts'
import { exampleImage } from './examples/example-tickets.ts'
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
  for (const [name, values] of Object.entries(body as object)) {
    const isFile = name === 'file' || [values].flat().includes(exampleTexts.picture)
    if (isFile) for (const value of [values].flat()) form.append(name, ...(await fileOf(name, value)))
    // nested fields have brackets in their names, as in the other kind of form
    else for (const [key, value] of new URLSearchParams(qs.stringify({ [name]: values }))) form.append(key, value)
  }
  return multipartOf(form)
}

async function fileOf(name: string, value: unknown): Promise<[Blob, string]> {
  if (name === 'file') return [new Blob([fieldText(value)], { type: 'text/csv' }), 'list.csv']
  return [new Blob([new Uint8Array(await exampleImage())]), 'cow.png']
}

/** The content of a file is text. */
const fieldText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
