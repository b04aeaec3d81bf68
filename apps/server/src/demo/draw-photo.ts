import { loadSharp } from '../storage/load-sharp.ts'
import { lazy } from '../lazy.ts'
import { type SeededRandom, createSeededRandom } from './seeded-random.ts'

const photoKinds = ['lungs', 'heart', 'rumen', 'liver', 'kidneys', 'intestine', 'carcass', 'tag'] as const
export type PhotoKind = (typeof photoKinds)[number]

const width = 1200
const height = 900

/** Draws an illustrative JPEG of 1200 × 900 pixels; the same seed gives the same picture. */
export async function drawPhoto(kind: PhotoKind, seed: number): Promise<Buffer> {
  const random = createSeededRandom(seed * 7919 + photoKinds.indexOf(kind))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>${shade('flesh', tone(random))}${shade('dark', ['#6d1f1c', '#3d100f'])}${shade('pale', ['#e9cdb4', '#b98d6b'])}
      <pattern id="grain" width="${grainSize}" height="${grainSize}" patternUnits="userSpaceOnUse"><image href="${await drawGrain()}" width="${grainSize}" height="${grainSize}"/></pattern>
      <radialGradient id="shadow"><stop offset=".88"/><stop offset=".94" stop-opacity=".5"/><stop offset="1" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="${random.pick(grounds)}"/>
    <ellipse cx="600" cy="500" rx="498" ry="378" fill="url(#shadow)" opacity=".28"/>
    ${drawings[kind](random)}
    <rect width="100%" height="100%" fill="url(#grain)"/></svg>`
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}

const grainSize = 240

/** Draws the grain of all photos once, as a data URL: the filter takes longer than the rest of a photo. */
const drawGrain = lazy(async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${grainSize}" height="${grainSize}">
    <filter id="grain" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="3" stitchTiles="stitch"/>
    <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 .22 0"/></filter>
    <rect width="100%" height="100%" filter="url(#grain)"/></svg>`
  const sharp = await loadSharp()
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
})

const grounds = ['#6b5547', '#7a6a55', '#5d5a50', '#83705c', '#4f4a44']
type Tone = readonly [light: string, deep: string]
const tones: Tone[] = [
  ['#d98a80', '#a2453f'],
  ['#c96f66', '#8b2f2c'],
  ['#b9574f', '#742522'],
]
const tone = (random: SeededRandom) => random.pick(tones)
const shade = (id: string, [light, deep]: Tone) =>
  `<radialGradient id="${id}" cx=".38" cy=".3" r=".85"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></radialGradient>`

/** Adds darker and paler spots inside a box, like lesions and reflections. */
const spots = (random: SeededRandom, box: [number, number, number, number], count: number, fill: string) =>
  Array.from({ length: count }, () => {
    const [left, top, right, bottom] = box
    const size = random.integerBetween(12, 60)
    return `<ellipse cx="${random.integerBetween(left, right)}" cy="${random.integerBetween(top, bottom)}" rx="${size}" ry="${Math.round(size * 0.7)}" fill="${fill}" opacity=".${random.integerBetween(25, 60)}"/>`
  }).join('')

const drawings: Record<PhotoKind, (chance: SeededRandom) => string> = {
  lungs: (random) => `
    <path d="M560 190c-150 40-260 230-270 470 0 60 40 90 110 80 90-10 160-50 165-110z" fill="url(#flesh)"/>
    <path d="M640 190c150 40 260 230 270 470 0 60-40 90-110 80-90-10-160-50-165-110z" fill="url(#flesh)"/>
    ${spots(random, [350, 350, 520, 660], 9, '#5a1616')}${spots(random, [680, 350, 850, 660], 7, '#5a1616')}
    <rect x="570" y="90" width="60" height="330" rx="28" fill="url(#pale)"/>
    ${[130, 180, 230, 280, 330].map((y) => `<path d="M572 ${y}h56" stroke="#a67d5e" stroke-width="7"/>`).join('')}`,
  heart: (random) => `
    <path d="M600 780c-190-90-300-230-290-380 8-120 110-190 210-160 40 12 65 35 80 70 15-35 45-60 90-70 105-24 200 50 205 165 6 150-110 290-295 375z" fill="url(#flesh)"/>
    <path d="M520 250c-10-80 20-130 70-140M690 240c10-70 50-110 100-115" stroke="url(#pale)" stroke-width="52" fill="none" stroke-linecap="round"/>
    <path d="M600 330c-30 140-20 260 20 400" stroke="#e8c9a8" stroke-width="16" fill="none" opacity=".7"/>${spots(random, [400, 380, 800, 640], 8, '#f0d9b8')}`,
  rumen: (random) => `
    <ellipse cx="600" cy="470" rx="430" ry="310" fill="url(#pale)"/><path d="M220 430c230 70 520 70 760-20M320 660c180-60 380-60 560 10" stroke="#8a6a4c" stroke-width="20" fill="none" opacity=".55"/>
    ${spots(random, [300, 270, 900, 660], 26, '#fff6e2')}${spots(random, [300, 270, 900, 660], 10, '#7c5b36')}`,
  liver: (random) => `
    <path d="M220 420c40-180 260-240 470-190 190 45 330 130 300 270-30 150-250 260-450 250-210-10-360-150-320-330z" fill="url(#dark)"/>
    ${spots(random, [330, 330, 850, 650], 6, '#e6cf9a')}<path d="M620 240c-20 110-10 220 40 320" stroke="#2c0b0b" stroke-width="12" fill="none" opacity=".6"/>`,
  kidneys: (random) =>
    [380, 800]
      .map(
        (x) =>
          `<path d="M${x} 230c120 0 180 110 170 240-8 120-80 210-170 210s-150-70-140-160c6-60 60-60 60-110s-60-40-60-90c0-60 60-90 140-90z" fill="url(#dark)"/>${spots(random, [x - 60, 330, x + 80, 600], 6, '#b96a5a')}`,
      )
      .join(''),
  intestine: (random) =>
    [0, 1, 2, 3, 4]
      .map(
        (row) =>
          `<path d="M230 ${260 + row * 110}c120-90 240 90 370 0s250 90 370 0" stroke="url(#${row === random.integerBetween(0, 4) ? 'dark' : 'flesh'})" stroke-width="84" fill="none" stroke-linecap="round"/>`,
      )
      .join(''),
  carcass: (random) => `
    <path d="M170 640c10-190 150-290 380-290 180 0 250 40 330 60l120-60 60 20-10 120-90 40c0 130-60 200-170 210l-460 10c-110 0-170-40-160-110z" fill="${random.pick(['#2a2522', '#5a3a26', '#3a2a22'])}"/>
    <path d="M300 740v110M440 745v100M740 740v105M860 730v110" stroke="#221d1a" stroke-width="42" stroke-linecap="round"/>
    <ellipse cx="1020" cy="430" rx="16" ry="10" fill="#e8c21a"/><path d="M190 560c120-110 340-140 560-110" stroke="#fff" stroke-width="10" opacity=".12" fill="none"/>`,
  tag: (random) => `
    <path d="M200 900c-40-300 120-560 420-620 240-40 400 120 420 400l20 220z" fill="#4a3326"/>
    <g transform="rotate(${random.integerBetween(-9, 9)} 620 520)"><path d="M600 260h40l20 110h90a26 26 0 0 1 26 26v300a26 26 0 0 1-26 26H490a26 26 0 0 1-26-26V396a26 26 0 0 1 26-26h90z" fill="${random.pick(['#f2c21a', '#f08a24', '#ffffff'])}" stroke="#0003" stroke-width="6"/>
    <text x="620" y="585" font-family="sans-serif" font-size="104" font-weight="700" text-anchor="middle" fill="#1c221e">${random.integerBetween(1000, 9999)}</text></g>`,
}
