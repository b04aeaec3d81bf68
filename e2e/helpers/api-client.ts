import { type APIRequestContext, expect } from '@playwright/test'
import { signInByApi } from './sign-in.ts'

/** An API client that is signed in as a demo account. A request that fails makes the test fail. */
export async function createApiClient(request: APIRequestContext, name: string) {
  const { token, uuid } = await signInByApi(request, name)
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, options: object = {}) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await request.fetch(`/api/v1${address}`, { method, headers, ...options })
    expect(response.ok(), `${method} ${address}: ${response.ok() ? '' : await response.text()}`).toBe(true)
    return (await response.json()).data
  }
  return {
    uuid,
    get: (address: string) => call('GET', address),
    post: (address: string, data: object) => call('POST', address, { data }),
    put: (address: string, data: object) => call('PUT', address, { data }),
    delete: (address: string) => call('DELETE', address),
    upload: (address: string, multipart: object) => call('POST', address, { multipart }),
  }
}
