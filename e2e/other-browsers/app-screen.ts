import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { BrowserElement, BrowserWindow } from './browser-window.ts'
import type { AppRouter } from '../helpers/navigate-in-app.ts'
import { findVisible, isAtRest, type SerializedMatch, type SerializedQuery } from './find-in-page.ts'

type TextMatch = string | RegExp

/** Describes an element by role and name, by label or by text. A string must match the whole text. */
export interface ElementQuery {
  role?: string
  level?: number
  /** Whether the element must have `aria-current="page"`. */
  current?: boolean
  name?: TextMatch
  label?: TextMatch
  text?: TextMatch
  /** Searches only inside the first element that matches this query. */
  within?: ElementQuery
}

const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')
const pageScript = `${readFileSync(library, 'utf8')}
self.findVisible = ${findVisible}
self.isAtRest = ${isAtRest}`
// This is long enough for a busy machine.
const timeout = 45_000

const serializeMatch = (match: TextMatch | undefined): SerializedMatch =>
  match instanceof RegExp ? { source: match.source, flags: match.flags } : match
const serializeQuery = ({ role, level, current, name, label, text, within }: ElementQuery): SerializedQuery => ({
  role,
  level,
  current,
  name: serializeMatch(name),
  label: serializeMatch(label),
  text: serializeMatch(text),
  within: within && serializeQuery(within),
})
const describeQuery = (query: ElementQuery) =>
  JSON.stringify(query, (_key, value) => (value instanceof RegExp ? String(value) : value)).replaceAll('"', '')

/** Operates the app in any browser. Every method waits for the elements that it needs. */
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

  /** Navigates inside the running app and waits until the router has resolved the URL. */
  async navigateInApp(path: string): Promise<void> {
    await this.#window.evaluate((href) => {
      // cast: TanStack Router exposes itself here for its devtools
      const router = Reflect.get(self, '__TSR_ROUTER__') as AppRouter
      Reflect.deleteProperty(self, 'isFollowed')
      const unsubscribe = router.subscribe('onResolved', () => {
        unsubscribe()
        Reflect.set(self, 'isFollowed', true)
      })
      history.pushState(null, '', href)
    }, path)
    await expect.poll(() => this.#window.evaluate(() => 'isFollowed' in self), { timeout }).toBe(true)
  }

  async expectSeen(...queries: ElementQuery[]): Promise<void> {
    const missing = async () => {
      const found = await this.#countMatches(queries)
      return queries.filter((_seen, index) => !found[index]).map(describeQuery)
    }
    await expect.poll(missing, { message: 'what cannot be seen', timeout }).toEqual([])
  }

  async expectCount(query: ElementQuery, count: number): Promise<void> {
    await expect.poll(() => this.#countMatches([query]), { message: describeQuery(query), timeout }).toEqual([count])
  }

  async expectAddress(address: RegExp): Promise<void> {
    await expect
      .poll(() => this.#window.evaluate(() => location.pathname + location.search), { timeout })
      .toMatch(address)
  }

  async click(query: ElementQuery): Promise<void> {
    await this.#use(query, (element) => element.click())
  }

  async enter(query: ElementQuery, text: string): Promise<void> {
    await this.click(query)
    await this.#window.evaluate(() => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    })
    await this.#use(query, (element) => element.type(text))
  }

  /** Types a date and leaves the field, because its calendar covers the elements below. */
  async enterDay(query: ElementQuery, day: string): Promise<void> {
    await this.enter(query, day)
    await this.#window.pressTab()
  }

  async goBack(): Promise<void> {
    await this.#window.goBack()
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

  /** Runs an action on an element after it has stopped moving and nothing covers it. */
  async #use(query: ElementQuery, use: (element: BrowserElement) => Promise<void>): Promise<void> {
    await expect(async () => {
      await this.#loadPageScript()
      const element = await this.#window.element(
        (wanted) => self.findVisible(wanted).find((one) => self.isAtRest(one)) ?? null,
        serializeQuery(query),
      )
      if (!element) throw new Error(`Nothing to use: ${describeQuery(query)}`)
      await use(element)
    }).toPass({ timeout, intervals: [50, 100, 250] })
  }

  async #countMatches(queries: ElementQuery[]): Promise<number[]> {
    await this.#loadPageScript()
    return this.#window.evaluate(
      (wanted) => wanted.map((one) => self.findVisible(one).length),
      queries.map(serializeQuery),
    )
  }

  async #loadPageScript(): Promise<void> {
    if (await this.#window.evaluate(() => !('isAtRest' in self))) await this.#window.inject(pageScript)
  }
}
