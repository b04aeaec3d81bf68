import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, expect, type Page, request, test } from '@playwright/test'
import sharp from 'sharp'
import { launchOptions } from '../helpers/browser-launch-options.ts'
import { startLossyProxy } from '../helpers/lossy-proxy.ts'
import { outboxStatus } from '../helpers/outbox.ts'
import { photoDrafts } from '../helpers/photo-page.ts'
import { signInByApi } from '../helpers/sign-in.ts'
import { dataDir } from '../paths.ts'

const ticketCount = 20
const animalsPerTicket = 2
const photosPerAnimal = 3
const total = { animals: ticketCount * animalsPerTicket, photos: ticketCount * animalsPerTicket * photosPerAnimal }
const notePrefix = 'A day without a signal'

/** Each photo has its own colour. */
const colourOf = (photo: number) => ({
  r: 40 + (photo % 5) * 40,
  g: 40 + (Math.floor(photo / 5) % 5) * 40,
  b: 40 + Math.floor(photo / 25) * 40,
})
const photoFile = async (photo: number) => ({
  name: `photo-${String(photo).padStart(3, '0')}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1600, height: 1200, channels: 3, background: colourOf(photo) } })
    .jpeg()
    .toBuffer(),
})
const photosOf = (ticket: number, animal: number) =>
  Array.from({ length: photosPerAnimal }, (_, index) => (ticket * animalsPerTicket + animal) * photosPerAnimal + index)

/** Opens the browser with a profile that stays after its process has ended. */
async function openBrowser(profile: string, baseURL: string): Promise<{ context: BrowserContext; page: Page }> {
  const options = { ...launchOptions, baseURL, viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' as const }
  const context = await chromium.launchPersistentContext(profile, options)
  return { context, page: context.pages()[0] ?? (await context.newPage()) }
}

/** Kills the browser without warning, like an empty battery. */
function killBrowser(profile: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let command = ''
    try {
      command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      // The process has already ended.
    }
    if (command.includes(`--user-data-dir=${profile}`)) process.kill(Number(pid), 'SIGKILL')
  }
}

async function makeTicket(page: Page, ticket: number): Promise<void> {
  await page.goto('/a/postmortem/add')
  await page.getByLabel('Notes').fill(`${notePrefix} ${ticket}`)
  await page.getByRole('button', { name: 'Add animals' }).click()
  for (let animal = 0; animal < animalsPerTicket; animal++) {
    await expect(page.getByRole('heading', { name: `Animal ${animal + 1}` })).toBeVisible()
    await page.getByLabel('Tag', { exact: true }).fill(`D ${ticket}-${animal}`)
    const files = await Promise.all(photosOf(ticket, animal).map(photoFile))
    await page.getByLabel('Add photos').setInputFiles(files)
    await expect(photoDrafts(page)).toHaveCount(photosPerAnimal)
    const isLast = animal === animalsPerTicket - 1
    await page.getByRole('button', { name: isLast ? 'Review' : 'Save, add another' }).click()
  }
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(
    page.getByRole('heading', { name: 'Your request will be sent when there is a connection' }),
  ).toBeVisible()
}

interface StoredTicket {
  id: string
  title: string
  status: string
  note: string
  veterinary_record: { veterinary_record_animals: { tag: string; medias: { name: string; image: string }[] }[] }
}

test('twenty requests created during a day offline arrive exactly once, each with its own photos', async ({
  baseURL,
}) => {
  await using proxy = await startLossyProxy(0.3)
  const profile = mkdtempSync(path.join(os.tmpdir(), 'chisholm-profile-'))
  try {
    await test.step('the phone is signed in one day and put away', async () => {
      const { context, page } = await openBrowser(profile, proxy.url)
      const session = JSON.stringify(await signInByApi(page.request, 'client'))
      await page.goto('/favicon.svg')
      await page.evaluate((text) => localStorage.setItem('chisholm.session', text), session)
      await page.goto('/a/postmortem/add')
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await page.reload()
      await page.waitForLoadState('networkidle')
      await context.close()
    })

    await test.step('the next day it opens without a signal, and is killed in the middle of the tenth ticket', async () => {
      const { context, page } = await openBrowser(profile, proxy.url)
      await context.setOffline(true)
      await context.clock.install({ time: Date.now() + 24 * 3_600_000 })
      for (let ticket = 0; ticket < 9; ticket++) await makeTicket(page, ticket)
      await page.goto('/a/postmortem/add')
      await page.getByLabel('Notes').fill(`${notePrefix} 9`)
      await expect(outboxStatus(page)).toBeVisible()
      // A draft is stored a timestamp after each keystroke.
      await page.waitForTimeout(500)
      killBrowser(profile)
      await context.close().catch(() => undefined)
    })

    await test.step('opened again it has lost nothing, and the rest is made', async () => {
      const { context, page } = await openBrowser(profile, proxy.url)
      await context.setOffline(true)
      await page.goto('/a/postmortem/add')
      await expect(page.getByLabel('Notes')).toHaveValue(`${notePrefix} 9`)
      for (let ticket = 9; ticket < ticketCount; ticket++) await makeTicket(page, ticket)
      await context.close()
    })

    await test.step('with a signal that loses three answers of ten everything is sent', async () => {
      const { context, page } = await openBrowser(profile, proxy.url)
      await page.goto('/a/postmortems/pending')
      // until the device has been read, nothing seems to wait
      await expect(outboxStatus(page)).toBeVisible()
      await expect(outboxStatus(page)).toHaveCount(0, { timeout: 600_000 })
      await context.close()
    })

    await test.step('the server has everything once', async () => {
      const api = await request.newContext({ baseURL: baseURL ?? '' })
      const headers = { authorization: `Bearer ${(await signInByApi(api, 'client')).token}` }
      const list = await (await api.get('/api/v1/post-mortems?per_page=9999', { headers })).json()
      // cast: the fields of a ticket that this test reads
      const ours = (list.data as StoredTicket[]).filter(({ note }) => note?.startsWith(notePrefix))
      expect(ours.map(({ note }) => note).sort()).toEqual(
        Array.from({ length: ticketCount }, (_, ticket) => `${notePrefix} ${ticket}`).sort(),
      )
      expect(new Set(ours.map(({ status }) => status))).toEqual(new Set(['Pending']))
      let photos = 0
      for (const { id, note } of ours) {
        const ticket = Number(note.slice(notePrefix.length + 1))
        const answer = await (await api.get(`/api/v1/post-mortems/${id}?include=medias`, { headers })).json()
        const animals = (answer.data as StoredTicket).veterinary_record.veterinary_record_animals
        expect(animals.map(({ tag }) => tag)).toEqual([`D ${ticket}-0`, `D ${ticket}-1`])
        for (const [animal, { medias }] of animals.entries()) {
          const expected = photosOf(ticket, animal)
          expect(medias.map(({ name }) => name)).toEqual(
            expected.map((photo) => `photo-${String(photo).padStart(3, '0')}.jpg`),
          )
          for (const [index, { image }] of medias.entries()) {
            const { channels } = await sharp(await (await api.get(image)).body()).stats()
            const { r, g, b } = colourOf(expected[index] ?? -1)
            for (const [channel, value] of [r, g, b].entries())
              expect(Math.abs((channels[channel]?.mean ?? 999) - value)).toBeLessThan(4)
            photos++
          }
        }
      }
      expect(photos).toBe(total.photos)
      const titles = ours.map(({ title }) => title)
      const outbox = path.join(dataDir, 'outbox')
      const sentEmails = readdirSync(outbox).map((file) => readFileSync(path.join(outbox, file), 'utf8'))
      const notified = sentEmails.flatMap((email) => {
        const title = titles.find((one) => new RegExp(`^Subject:.*\\b${one}\\b`, 'm').test(email))
        return title ? [`${/^To: .*$/m.exec(email)?.[0]} ${title}`] : []
      })
      expect(new Set(notified).size).toBe(notified.length)
      expect(new Set(notified.map((line) => line.split(' ').at(-1))).size).toBe(ticketCount)
      await api.dispose()
    })
    const { writes, lost } = proxy.counts()
    console.log(`${writes} writes, ${lost} answers lost after the server had processed them`)
    expect(lost).toBeGreaterThan(10)
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
