import { problemType } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import { expect, test, vi } from 'vitest'
import { uiTexts } from '../ui-texts.ts'
import { UndecidedError } from './api-error.ts'
import { fetchPdf } from './download.ts'
import { onSecondFactorRequired } from './second-factor-required.ts'

vi.mock('./session.ts', () => ({ session: { read: () => null } }))
vi.mock('./refresh-session.ts', () => ({ refreshSession: () => Promise.resolve() }))
const fetchFrom = (response: Response) => {
  vi.stubGlobal('fetch', async () => response)
  return fetchPdf('/lots/{id}/summary', { id: '1' })
}
const breaking = () => new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })

test('a refused download says why, with its fields, and asks for a second factor where one is required', async () => {
  const asked = vi.fn<() => void>()
  onSecondFactorRequired(asked)
  const type = problemType('second-factor-required')
  const problem = { message: 'Set up a second factor.', type, errors: { code: ['Required.'] } }
  const refusal = fetchFrom(Response.json({ success: false, ...problem }, { status: 403 }))
  await expect(refusal).rejects.toMatchObject({ ...problem, status: 403 })
  expect(asked).toHaveBeenCalledOnce()
})

test('the page of a proxy in place of a file decides nothing', async () => {
  const refusal = fetchFrom(new Response('<html>', { status: 403 }))
  await expect(refusal).rejects.toThrow(texts.refusal.unexpected)
  await expect(refusal).rejects.toBeInstanceOf(UndecidedError)
})

test.each([200, 403])('a download with status %i that breaks off says that there is no connection', async (status) => {
  await expect(fetchFrom(new Response(breaking(), { status }))).rejects.toMatchObject({
    status: 0,
    message: uiTexts.noConnection,
  })
})

test('a file arrives as it was sent', async () => {
  expect(await (await fetchFrom(new Response('%PDF'))).text()).toBe('%PDF')
})
