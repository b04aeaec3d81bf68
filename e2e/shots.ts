import path from 'node:path'
import type { Page } from '@playwright/test'
import { artefacts } from './places.ts'

/** Keeps a picture of a step under its name, to be looked at. */
export const shot = (page: Page, name: string) =>
  page.screenshot({ path: path.join(artefacts, `${name}.png`), animations: 'disabled' })
