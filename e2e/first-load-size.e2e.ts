import { expect, test } from '@playwright/test'

test('the index page preloads what its screen needs', async ({ request }) => {
  for (const address of ['/u/login', '/a/location/all/inbox', '/a/search', '/a/vet/ticketdetail/any']) {
    const shell = await (await request.get(address)).text()
    const namedBy = (rel: string) =>
      [...shell.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="([^"]+)"`, 'g'))].map(([, file = '']) => file)
    const [scripts, fonts] = [namedBy('modulepreload'), namedBy('preload')]
    expect(scripts.length, address).toBeGreaterThan(0)
    // Browsers fetch about six files at a time, the font after the scripts.
    expect(scripts.length, address).toBeLessThan(9)
    expect(fonts.length, address).toBe(1)
    for (const file of [...scripts, ...fonts]) expect((await request.get(file)).status(), file).toBe(200)
  }
})

test('the sign-in page loads at most 150 kB of script and style', async ({ request }) => {
  const headers = { 'accept-encoding': 'br' }
  const shell = await (await request.get('/u/login')).text()
  const files = [...shell.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  let bytes = 0
  for (const file of files) bytes += Number((await request.head(file, { headers })).headers()['content-length'])
  expect(files.length).toBeGreaterThan(2)
  expect(bytes).toBeLessThanOrEqual(150_000)
})
