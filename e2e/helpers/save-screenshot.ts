import path from 'node:path'
import type { Page } from '@playwright/test'
import { artefacts } from '../paths.ts'

/** Saves a screenshot under this name, for people to look at. */
export const saveScreenshot = (page: Page, name: string) =>
  page.screenshot({ path: path.join(artefacts, `${name}.png`), animations: 'disabled' })
