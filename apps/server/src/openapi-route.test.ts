import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { serveWebApp } from './http/web-app.ts'
import { type Factory, createFactory } from './testing/factory.ts'

const document = '/openapi.json'

async function withServer(apiDocs: string, work: (factory: Factory) => Promise<void>): Promise<void> {
  const factory = await createFactory({ API_DOCS: apiDocs })
  try {
    await work(factory)
  } finally {
    await factory.close()
  }
}

describe('the document of the API', () => {
  test('requires signing in, unless API_DOCS or demo data makes it public', () =>
    withServer('', async (factory) => {
      const { client } = await factory.client()
      expect((await factory.anonymous.get(document)).body).toMatchObject({
        status: 401,
        message: 'Could not authenticate.',
      })
      expect((await client.get(document)).body.openapi).toMatch(/^3\.1/)
      const demo = factory.db.updateTable('users').where('id', '=', client.id)
      await demo.set({ email: 'client@demo.example' }).execute()
      expect((await factory.anonymous.get(document)).status).toBe(200)
      await demo.set({ email: 'client@ranch.example' }).execute()
      expect((await factory.anonymous.get(document)).status).toBe(401)
    }))

  test('follows API_DOCS=public and API_DOCS=signed-in, with or without demo data', async () => {
    await withServer('public', async (factory) => expect((await factory.anonymous.get(document)).status).toBe(200))
    await withServer('signed-in', async (factory) => {
      const { client } = await factory.client()
      await factory.db.updateTable('users').set({ email: 'client@demo.example' }).where('id', '=', client.id).execute()
      expect((await factory.anonymous.get(document)).status).toBe(401)
      expect((await client.get(document)).status).toBe(200)
    })
  })

  test('does not exist with API_DOCS=off, nor does its page', () =>
    withServer('off', async (factory) => {
      const vet = await factory.user('SuperAdmin')
      for (const who of [factory.anonymous, vet]) expect((await who.get(document)).status).toBe(404)
      for (const page of ['/api/docs', '/api/docs/']) expect((await factory.app.inject(page)).statusCode).toBe(404)
    }))
})

describe('its page', async () => {
  const webDist = await mkdtemp(path.join(os.tmpdir(), 'chisholm-web-'))
  await writeFile(path.join(webDist, 'index.html'), '<head></head>the web app')
  await writeFile(path.join(webDist, 'preloads.json'), '[]')
  afterAll(() => rm(webDist, { recursive: true }))

  const statusOf = async (url: string, apiDocs?: 'off') => {
    const app = Fastify()
    await serveWebApp(app, { webDist, serviceWorker: 'on', ...(apiDocs && { apiDocs }) })
    const { statusCode } = await app.inject(url)
    await app.close()
    return statusCode
  }

  test('is served by the web app, unlike everything else under /api', async () => {
    for (const url of ['/api/docs', '/api/docs/', '/api/docs?tag=users', '/a/search'])
      expect(await statusOf(url)).toBe(200)
    for (const url of ['/api/docs/static/swagger-ui.css', '/api/docsx', '/api/v1/none', '/files/none'])
      expect(await statusOf(url)).toBe(404)
    expect([await statusOf('/api/docs', 'off'), await statusOf('/a/search', 'off')]).toEqual([404, 200])
  })

  test('has the policy of every other page, and the document that of data', () =>
    withServer('public', async (factory) => {
      const policyOf = async (url: string) => (await factory.app.inject(url)).headers['content-security-policy']
      const ofPage = await policyOf('/api/docs')
      expect(ofPage).toBe(await policyOf('/a/search'))
      expect(ofPage).toContain("require-trusted-types-for 'script'")
      expect(ofPage).not.toContain('https:')
      const ofDocument = await policyOf('/api/v1/openapi.json')
      expect(ofDocument).toBe(await policyOf('/api/v1/provider'))
      expect(ofDocument).not.toContain("'self'")
    }))
})
