import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { expect } from '@playwright/test'
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { type BrowserElement, type BrowserWindow, windowSize } from './browser-window.ts'

/**
 * Opens WebKitGTK's MiniBrowser on a virtual screen. Windows that are automated are always private. The sandbox of
 * WebKit is off, because it does not start as root.
 */
export async function openWebKitGtk(miniBrowser: string): Promise<BrowserWindow> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'chisholm-webkitgtk-'))
  const processes: ChildProcess[] = []
  const end = async () => {
    for (const child of processes.toReversed()) await endProcess(child)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const port = await freePort()
    const screen = startScreen()
    processes.push(screen)
    const env = environmentOf(await displayOf(screen), home)
    processes.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }))
    const driver = await drive(port, miniBrowser)
    return windowOf(driver, async () => {
      await driver.quit()
      await end()
    })
  } catch (error) {
    await end()
    throw error
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server that listens on a port has such an address
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a virtual screen. Xvfb writes its display number to file descriptor 3. */
const startScreen = () =>
  spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })

async function displayOf(screen: ChildProcess): Promise<string> {
  const ended = once(screen, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}.`)))
  // cast: `stdio` above makes the fourth stream a pipe
  const [number] = await Promise.race([once(screen.stdio[3] as Readable, 'data'), ended])
  return `:${String(number).trim()}`
}

const environmentOf = (display: string, home: string) => ({
  PATH: process.env['PATH'] ?? '',
  LANG: 'C.UTF-8',
  DISPLAY: display,
  HOME: home,
  XDG_RUNTIME_DIR: home,
  NO_AT_BRIDGE: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  // There is no graphics card.
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
})

async function drive(port: number, binary: string): Promise<WebDriver> {
  const address = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${address}/status`).then(
          (answer) => answer.ok,
          () => false,
        ),
      { message: 'WebKitWebDriver' },
    )
    .toBe(true)
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(address)
    .withCapabilities(
      new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }),
    )
    .build()
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...windowSize })
  return driver
}

const windowOf = (driver: WebDriver, close: () => Promise<void>): BrowserWindow => ({
  open: (address) => driver.get(address),
  evaluate: (run, ...args) => driver.executeScript(textOf(run), ...args),
  async element(find, ...args) {
    const element = await driver.executeScript<WebElement | null>(textOf(find), ...args)
    return element && elementOf(element)
  },
  inject: (script) => driver.executeScript(script),
  pressTab: () => driver.switchTo().activeElement().sendKeys(Key.TAB),
  goBack: () => driver.navigate().back(),
  close,
})

const textOf = (run: (...args: never[]) => unknown) => `return (${run}).apply(null, arguments)`

const elementOf = (element: WebElement): BrowserElement => ({
  click: () => element.click(),
  type: (text) => element.sendKeys(text),
  upload: async (files) => {
    for (const file of files) await element.sendKeys(file)
  },
})
