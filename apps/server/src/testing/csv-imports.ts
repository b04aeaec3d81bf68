import { expect } from 'vitest'
import type { Factory, TestUser } from './factory.ts'

/** Sends CSV files to the imports of a server. */
export function csvImports(factory: Factory, admin: TestUser) {
  const send = async (path: string, file: string | Buffer, by = admin) => {
    const answer = await factory.app.inject({
      method: 'POST',
      url: `/api/v1/imports/${path}`,
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'text/csv' },
      payload: file,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  /** @returns the outcome of a file that can be read */
  const read = async (path: string, file: string | Buffer, by = admin) => {
    const { status, body } = await send(path, file, by)
    expect([status, body.message]).toEqual([200, undefined])
    return body.data
  }
  /** @returns each problem as line, column and text */
  const importProblems = async (path: string, file: string) =>
    (await read(path, file)).problems.map(
      ({ line, column, text }: { line: number; column: string | null; text: string }) => `${line} ${column}: ${text}`,
    )
  return { send, read, importProblems }
}
