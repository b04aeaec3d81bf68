import path from 'node:path'
import type { Page } from '@playwright/test'
import { artefacts } from '../paths.ts'

/** Saves a screenshot under this name, so that people can look at it. */
export const saveScreenshot = (page: Page, name: string) =>
  page.screenshot({ path: path.join(artefacts, `${name}.png`), animations: 'disabled' })
