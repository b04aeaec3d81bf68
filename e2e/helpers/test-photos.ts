import sharp from 'sharp'
import { drawPhoto } from '../../apps/server/src/demo/draw-photo.ts'

/** A JPEG of 2000 × 1500 pixels in one colour, which depends on the number. */
export const testPhoto = async (number: number) => ({
  name: `IMG_000${number}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: 2000, height: 1500, channels: 3, background: { r: 150, g: 40 + number * 40, b: 60 } },
  })
    .jpeg()
    .toBuffer(),
})

/** A photo of 12 megapixels with the time it was taken, like that of a phone. */
export const phonePhoto = async (number: number) => ({
  ...(await testPhoto(number)),
  buffer: await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#964' } })
    .withExif({ IFD2: { DateTimeOriginal: '2026:09:22 14:03:11', OffsetTimeOriginal: '-06:00' } })
    .jpeg()
    .toBuffer(),
})

/** A drawing that looks like a photo of a carcass. */
export const carcassPhoto = async () => ({
  name: 'carcass.jpg',
  mimeType: 'image/jpeg',
  buffer: await drawPhoto('carcass', 3),
})
