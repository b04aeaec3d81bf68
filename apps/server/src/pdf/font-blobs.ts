import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const folder = path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'))

/** The fonts of printed documents. Inter covers accented Latin, Cyrillic and Greek. */
export const fontBlobs = (): Buffer[] =>
  ['400Regular', '600SemiBold', '700Bold'].map((weight) =>
    readFileSync(path.join(folder, weight, `Inter_${weight}.ttf`)),
  )
