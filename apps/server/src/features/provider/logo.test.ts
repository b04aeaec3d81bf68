import { once } from 'node:events'
import net from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { removeOrphanedFiles } from '../../storage/orphaned-files.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { multipartOf } from '../../testing/multipart.ts'
import { readPdf } from '../../testing/read-pdf.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1d5641' } }).withExif({
    IFD0: { Copyright: 'secret-owner' },
  })

async function upload(by: TestUser, bytes: Buffer, name = 'logo.png') {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)]), name)
  const { headers, payload } = await multipartOf(form)
  return by.post('/provider/logo', payload, headers)
}

const reportOf = async (by: TestUser, postMortem: { id: string }) => {
  const { report } = (await by.get(`/post-mortems/${postMortem.id}/report`)).body
  return { id: String(report.id), pdf: Buffer.from(report.report_data, 'base64') }
}

test('an Admin sets a logo that everybody may see, small and without metadata, and removes it', async () => {
  const logo = await upload(admin, await drawn(1600, 400).png().toBuffer(), 'logo.txt')
  expect(logo.status).toBe(200)
  const path = String(logo.body.data.logo)
  const { bytes, headers, status } = await factory.anonymous.get(path)
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(headers['content-security-policy']).toContain(directive)
  expect(bytes.toString('latin1')).not.toContain('secret-owner')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 800, height: 200, format: 'png' })
  expect((await factory.anonymous.get('/provider')).body.data.logo).toBe(path)

  const jpeg = await upload(admin, await drawn(300, 300).jpeg().toBuffer())
  const second = await factory.anonymous.get(String(jpeg.body.data.logo))
  expect(await sharp(second.bytes).metadata()).toMatchObject({ width: 300, format: 'jpeg' })
  expect((await factory.anonymous.get(path)).status).toBe(404)
  const gone = await admin.delete('/provider/logo')
  expect([gone.status, gone.body.data.logo]).toEqual([200, null])
  expect((await factory.anonymous.get(String(jpeg.body.data.logo))).status).toBe(404)
})

test('only Admins change the logo, and texts, damaged and huge images are rejected', async () => {
  const { client } = await factory.client()
  const fine = await drawn(10, 10).png().toBuffer()
  for (const by of [client, await factory.user('Veterinarian')]) {
    expect((await upload(by, fine)).status).toBe(403)
    expect((await by.delete('/provider/logo')).status).toBe(403)
  }
  expect((await upload(factory.anonymous, fine)).status).toBe(401)
  const refused = await upload(admin, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect([refused.status, refused.body.message]).toEqual([415, 'Please choose a png, jpg or jpeg file.'])
  const broken = await upload(admin, (await drawn(400, 400).png().toBuffer()).subarray(0, 300))
  expect([broken.status, Object.keys(broken.body.errors)]).toEqual([422, ['image']])
  expect((await upload(admin, await drawn(5000, 4000).png().toBuffer())).status).toBe(422)
  expect((await upload(admin, Buffer.alloc(3 * 1024 * 1024, 7))).status).toBe(413)
  const nothing = await multipartOf(new FormData())
  expect((await admin.post('/provider/logo', nothing.payload, nothing.headers)).status).toBe(422)
  expect((await factory.anonymous.get('/provider')).body.data.logo).toBeNull()
})

test('reports and e-mails show the logo and address of their time; reports completed before do not change', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const plain = await factory.completedPostMortem(client, site, vet)
  const before = await reportOf(client, plain)
  await admin.put('/provider', { address: '12 Centre Street\nHigh River' })
  await upload(admin, await drawn(600, 200).png().toBuffer())
  expect(await reportOf(client, plain)).toEqual(before)

  const postMortem = await factory.completedPostMortem(client, site, vet)
  const shown = await reportOf(client, postMortem)
  expect((await readPdf(shown.pdf)).text).toContain('12 Centre Street')
  // In tagged PDF, images have alternative texts.
  expect(shown.pdf.toString('latin1')).toContain('Alt (Logo of Prairie Veterinary Services)')
  expect(before.pdf.toString('latin1')).toContain('Alt (Chisholm)')

  await factory.anonymous.post('/auth/reset-password', { username: client.email })
  const sentEmail = (await waitForEmail(factory.dataDir, client.email, 'verification code')).replaceAll('=\r\n', '')
  expect(sentEmail).toContain('12 Centre Street')
  expect(sentEmail).toContain('src=3D"cid:logo"')
  expect(sentEmail).toContain('Content-ID: <logo>')
  expect(sentEmail).toContain('Content-Type: image/png')

  await admin.delete('/provider/logo')
  expect(await reportOf(client, postMortem)).toEqual(shown)
  expect(
    (await reportOf(client, await factory.completedPostMortem(client, site, vet))).pdf.toString('latin1'),
  ).toContain('Alt (Chisholm)')
})

test('logos that a report shows survive the nightly removal of unreferenced files, others do not', async () => {
  const logo = await upload(admin, await drawn(60, 20).png().toBuffer())
  const key = String(logo.body.data.logo).replace('/files/', '')
  await factory.storage.put('logos/019a0000-0000-7000-8000-000000000000.png', Buffer.from('of nobody'))
  await admin.delete('/provider/logo')
  // cast: the same file with an old modification time
  const old = (file: { modifiedAt: Date }) => ({ ...file, modifiedAt: new Date(0) }) as never
  const aged = {
    ...factory.storage,
    stat: async (name: string) => old(await factory.storage.stat(name)),
    async *list() {
      for await (const page of factory.storage.list()) yield page.map(old)
    },
  }
  await removeOrphanedFiles(factory.db, aged, { info: () => {}, warn: () => {} })
  const left: string[] = []
  for await (const page of factory.storage.list())
    left.push(...page.map((file) => file.key).filter((name) => name.startsWith('logos/')))
  expect(left).toContain(key)
  expect(left).not.toContain('logos/019a0000-0000-7000-8000-000000000000.png')
})

test('a logo of a user who may not change it is rejected before the body is read', async () => {
  const { client } = await factory.client()
  const address = new URL(await factory.app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = net.connect(Number(address.port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const answer = once(socket, 'data')
  socket.write(
    `POST /api/v1/provider/logo HTTP/1.1\r\nhost: ${address.host}\r\nauthorization: Bearer ${client.token}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 2000000\r\n\r\n',
  )
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 403 /)
})
