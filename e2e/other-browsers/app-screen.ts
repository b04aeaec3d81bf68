import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { BrowserElement, BrowserWindow } from './browser-window.ts'
import type { Router } from '../follow.ts'
import { findVisible, isAtRest, type SentWords, type Wanted } from './find-in-page.ts'

type Words = string | RegExp

/** Describes an element by role and name, by label or by text. A string must match completely. */
export interface Seen {
  role?: string
  level?: number
  /** Requires `aria-current="page"`. */
  current?: boolean
  name?: Words
  label?: Words
  text?: Words
  /** Searches only inside the first element that matches this. */
  within?: Seen
}

const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')
const pageScript = `${readFileSync(library, 'utf8')}
self.findVisible = ${findVisible}
self.isAtRest = ${isAtRest}`
// long enough for a busy machine
const timeout = 45_000

const sentWords = (words: Words | undefined): SentWords =>
  words instanceof RegExp ? { source: words.source, flags: words.flags } : words
const wantedOf = ({ role, level, current, name, label, text, within }: Seen): Wanted => ({
  role,
  level,
  current,
  name: sentWords(name),
  label: sentWords(label),
  text: sentWords(text),
  within: within && wantedOf(within),
})
const inWords = (seen: Seen) =>
  JSON.stringify(seen, (_key, value) => (value instanceof RegExp ? String(value) : value)).replaceAll('"', '')

/** Drives the app in the window of any browser. Every method waits for its elements. */
export class AppScreen {
  readonly #window: BrowserWindow
  readonly #origin: string

  constructor(window: BrowserWindow, origin: string) {
    this.#window = window
    this.#origin = origin
  }

  async open(path: string): Promise<void> {
    await this.#window.open(this.#origin + path)
  }

  /** Leads to an address inside the app as it runs, until the app has decided what stands there. */
  async follow(path: string): Promise<void> {
    await this.#window.evaluate((href) => {
      // the router of TanStack puts itself there for its tools
      const router = Reflect.get(self, '__TSR_ROUTER__') as Router
      Reflect.deleteProperty(self, 'isFollowed')
      const leave = router.subscribe('onResolved', () => {
        leave()
        Reflect.set(self, 'isFollowed', true)
      })
      history.pushState(null, '', href)
    }, path)
    await expect.poll(() => this.#window.evaluate(() => 'isFollowed' in self), { timeout }).toBe(true)
  }

  async expectSeen(...all: Seen[]): Promise<void> {
    const missing = async () => {
      const found = await this.#numbersOf(all)
      return all.filter((_seen, index) => !found[index]).map(inWords)
    }
    await expect.poll(missing, { message: 'what cannot be seen', timeout }).toEqual([])
  }

  async expectCount(seen: Seen, count: number): Promise<void> {
    await expect.poll(() => this.#numbersOf([seen]), { message: inWords(seen), timeout }).toEqual([count])
  }

  async expectAddress(address: RegExp): Promise<void> {
    await expect
      .poll(() => this.#window.evaluate(() => location.pathname + location.search), { timeout })
      .toMatch(address)
  }

  async click(seen: Seen): Promise<void> {
    await this.#use(seen, (element) => element.click())
  }

  /** Replaces the content of a field. */
  async enter(seen: Seen, text: string): Promise<void> {
    await this.click(seen)
    await this.#window.evaluate(() => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    })
    await this.#use(seen, (element) => element.type(text))
  }

  /** Types a date and leaves the field, whose calendar covers the elements below. */
  async enterDay(seen: Seen, day: string): Promise<void> {
    await this.enter(seen, day)
    await this.#window.pressTab()
  }

  /** Chooses files in a file input, which may be hidden. */
  async upload(label: string, files: string[]): Promise<void> {
    const input = await this.#window.element((words) => {
      const labels = [...document.querySelectorAll('label')]
      return labels.find(({ textContent }) => textContent === words)?.control ?? null
    }, label)
    if (!input) throw new Error(`There is no file input ${label}.`)
    await input.upload(files)
  }

  evaluate<Result, Args extends unknown[]>(run: (...args: Args) => Result, ...args: Args): Promise<Result> {
    return this.#window.evaluate(run, ...args)
  }

  /** Runs an action on an element once it is stable and not covered. */
  async #use(seen: Seen, use: (element: BrowserElement) => Promise<void>): Promise<void> {
    await expect(async () => {
      await this.#loadPageScript()
      const element = await this.#window.element(
        (wanted) => self.findVisible(wanted).find((one) => self.isAtRest(one)) ?? null,
        wantedOf(seen),
      )
      if (!element) throw new Error(`Nothing to use: ${inWords(seen)}`)
      await use(element)
    }).toPass({ timeout, intervals: [50, 100, 250] })
  }

  async #numbersOf(all: Seen[]): Promise<number[]> {
    await this.#loadPageScript()
    return this.#window.evaluate((wanted) => wanted.map((one) => self.findVisible(one).length), all.map(wantedOf))
  }

  async #loadPageScript(): Promise<void> {
    if (await this.#window.evaluate(() => !('isAtRest' in self))) await this.#window.inject(pageScript)
  }
}
