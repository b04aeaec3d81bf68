import { test as base } from '@playwright/test'
import { AppScreen } from './app-screen.ts'
import type { BrowserWindow } from './browser-window.ts'
import { openFirefox } from './firefox.ts'
import { openWebKitGtk } from './webkitgtk.ts'

export interface BrowserOptions {
  browserKind: 'webkitgtk' | 'firefox'
  browserPath: string
}

/** Tests in browsers that Playwright does not control. They use `app` instead of `page`. */
export const test = base.extend<{ app: AppScreen }, BrowserOptions & { appWindow: BrowserWindow }>({
  browserKind: ['firefox', { option: true, scope: 'worker' }],
  browserPath: ['', { option: true, scope: 'worker' }],
  appWindow: [
    async ({ browserKind, browserPath }, use) => {
      const window = await (browserKind === 'firefox' ? openFirefox(browserPath) : openWebKitGtk(browserPath))
      await use(window)
      await window.close()
    },
    { scope: 'worker' },
  ],
  app: async ({ appWindow, baseURL }, use, testInfo) => {
    await use(new AppScreen(appWindow, baseURL ?? ''))
    if (testInfo.status === testInfo.expectedStatus) return
    const shown = await appWindow.evaluate(() => `${location.href}\n\n${document.body.innerText}`)
    console.error(`Shown in the end: ${shown}`)
  },
})
