import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { type BrowserElement, type BrowserWindow, windowSize } from './browser-window.ts'

export async function openFirefox(executablePath: string): Promise<BrowserWindow> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  await page.setViewport(windowSize)
  return {
    open: async (address) => void (await page.goto(address)),
    // cast: puppeteer types the arguments of page functions differently
    evaluate: (run, ...args) => page.evaluate(run as (...all: unknown[]) => ReturnType<typeof run>, ...args),
    async element(find, ...args) {
      // cast: puppeteer types the arguments of page functions differently
      const handle = await page.evaluateHandle(find as (...all: unknown[]) => Element | null, ...args)
      // cast: the function returned an element
      const element = handle.asElement() as ElementHandle | null
      return element && elementOf(element)
    },
    inject: async (script) => void (await page.evaluate(script)),
    pressTab: () => page.keyboard.press('Tab'),
    goBack: async () => void (await page.goBack()),
    close: () => browser.close(),
  }
}

const elementOf = (element: ElementHandle): BrowserElement => ({
  click: () => element.click(),
  type: (text) => element.type(text),
  // cast: upload is only called on file inputs
  upload: (files) => (element as ElementHandle<HTMLInputElement>).uploadFile(...files),
})
