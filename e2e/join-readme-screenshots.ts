import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { artefacts } from './paths.ts'

// Joins the screenshots in artefacts/screens to those of the README. They must have been taken before.

const screenshotsByFile = {
  phone: ['vet-inbox-phone', 'vet-ticket-phone', 'report-phone', 'requests-pending-phone-dark'],
  desktop: ['vet-desk-desktop'],
  insight: ['insight-vet-desktop'],
  administration: ['admin-desktop'],
}
const background = '#e6e2d6'
const gap = 20
const folder = path.resolve(import.meta.dirname, '../docs/screenshots')

/** Joins screenshots of one size side by side, with gaps in the background colour. */
async function joinSideBySide(names: string[], file: string): Promise<void> {
  const files = names.map((name) => path.join(artefacts, 'screens', `${name}.png`))
  const { width = 0, height = 0 } = await sharp(files[0]).metadata()
  const layers: OverlayOptions[] = files.map((input, index) => ({ input, top: gap, left: gap + index * (width + gap) }))
  const size = { width: gap + names.length * (width + gap), height: height + 2 * gap }
  await sharp({ create: { ...size, channels: 3, background: background } })
    .composite(layers)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(file)
}

for (const [name, names] of Object.entries(screenshotsByFile))
  await joinSideBySide(names, path.join(folder, `${name}.png`))
