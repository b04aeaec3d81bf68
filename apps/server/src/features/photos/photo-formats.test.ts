import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { serverTexts } from '@chisholm/domain/server-texts'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { uploadPhotos } from '../../testing/upload-photos.ts'

const factory = await createSharedFactory()

/** Our own HEIC images: red, green, blue and white quarters, 160 × 120 before rotation. */
const heic = (name: string) => readFileSync(new URL(`../../testing/photos/${name}.heic`, import.meta.url))
const quarters = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><rect width="50%" height="50%" fill="#d00"/><rect x="50%" width="50%" height="50%" fill="#0a0"/><rect y="50%" width="50%" height="50%" fill="#00d"/></svg>`,
    ),
  )

async function animalOf() {
  const { client, animal } = await factory.clientWithAnimal()
  const send = (name: string, bytes: Buffer) => uploadPhotos(factory, client, animal.id, [{ name, bytes }])
  return { client, animal, send }
}

const bytesAt = async (address: string) => (await factory.anonymous.get(address.replace(/^https?:\/\/[^/]+/, ''))).bytes

/** The colours of the quarters of an image: r, g, b or w, from the upper left by rows. */
async function coloursOf(image: Buffer): Promise<string> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const pixel = [...data.subarray(from, from + 3)]
    return pixel.every((value) => value > 200) ? 'w' : ('rgb'[pixel.indexOf(Math.max(...pixel))] ?? '')
  }
  return at(0.25, 0.25) + at(0.75, 0.25) + at(0.25, 0.75) + at(0.75, 0.75)
}

test.each([
  ['an upright HEIC', 'upright', [160, 120], 'rgbw'],
  ['a HEIC rotated by a property, as phones write it beside the EXIF', 'rotated-by-property', [120, 160], 'brwg'],
  ['a HEIC rotated by its EXIF alone', 'rotated-by-exif', [120, 160], 'brwg'],
  ['a HEIC of tiles, as phones write it', 'tiles-rotated-by-property', [120, 160], 'brwg'],
  ['a HEIC of tiles that is mirrored and then rotated', 'tiles-mirrored-by-property', [120, 160], 'rbgw'],
  ['a HEIC of tiles that is cropped', 'tiles-cropped-by-property', [100, 60], 'rgbw'],
  ['a HEIC of tiles with 48 megapixels', 'tiles-48-megapixels', [6048, 8064], 'brwg'],
])('%s is kept and answered as an upright JPEG without metadata', async (_what, name, size, colours) => {
  const { send } = await animalOf()
  const answer = await send('IMG_0001.HEIC', heic(name))
  expect(answer.status).toBe(201)
  const image = await bytesAt(answer.body.data[0].image)
  const { format, width, height, exif, orientation } = await sharp(image).metadata()
  expect([format, width, height, exif, orientation]).toEqual(['jpeg', ...size, undefined, undefined])
  expect(await coloursOf(image)).toBe(colours)
  expect((await sharp(await bytesAt(answer.body.data[0].thumbnail)).metadata()).format).toBe('jpeg')
})

test('a WebP is stored and served as an upright JPEG, with transparent parts in white', async () => {
  const { send } = await animalOf()
  const rotated = await quarters(160, 120).withMetadata({ orientation: 6 }).webp().toBuffer()
  const image = await bytesAt((await send('cow.webp', rotated)).body.data[0].image)
  const { format, width, height, exif } = await sharp(image).metadata()
  expect([format, width, height, exif]).toEqual(['jpeg', 120, 160, undefined])
  expect(await coloursOf(image)).toBe('brwg')
  const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } })
    .webp()
    .toBuffer()
  expect(await coloursOf(await bytesAt((await send('clear.webp', clear)).body.data[0].image))).toBe('wwww')
})

test('damaged HEIC and WebP, other files in the same containers and HEIC with too many pixels are rejected by name', async () => {
  const { send } = await animalOf()
  const heicFile = heic('upright')
  const cut = await send('cut.heic', heicFile.subarray(0, heicFile.length - 200))
  expect([cut.status, cut.body.message]).toEqual([422, `cut.heic: ${serverTexts.validation.photoBroken}`])
  const noise = Buffer.concat([heicFile.subarray(0, 40), Buffer.alloc(5000, 0x5a)])
  expect((await send('noise.heic', noise)).status).toBe(422)
  const webp = await quarters(400, 300).webp({ lossless: true }).toBuffer()
  expect((await send('cut.webp', webp.subarray(0, webp.length / 2))).status).toBe(422)
  const huge = Buffer.from(heicFile)
  const size = huge.indexOf('ispe') + 8
  huge.writeUInt32BE(60_000, size)
  huge.writeUInt32BE(60_000, size + 4)
  const pixels = await send('huge.heic', huge)
  expect([pixels.status, pixels.body.message]).toEqual([422, `huge.heic: ${serverTexts.validation.photoTooManyPixels}`])
  const avif = await quarters(64, 64).avif().toBuffer()
  expect((await send('cow.avif', avif)).status).toBe(415)
  expect((await send('voice.webp', Buffer.from('RIFF\0\0\0\0WAVEfmt '))).status).toBe(415)
})

test('HEIC images leave no temporary file, whether accepted or rejected', async () => {
  const { send } = await animalOf()
  await Promise.all([send('good.heic', heic('upright')), send('cut.heic', heic('upright').subarray(0, 700))])
  expect(await readdir(path.join(factory.dataDir, 'uploads'))).toEqual([])
})
