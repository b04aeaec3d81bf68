import { open } from 'node:fs/promises'

/** The type of an image according to its content. */
export type SourceType = 'jpeg' | 'png' | 'webp' | 'heic'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Brands of HEIF files with HEVC images, and those of HEIF in general, which phones write first. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
const otherBrands = ['avif', 'avis']

/** Detects the type of an image, whatever its name. Undefined for any other type. */
export async function detectType(source: string | Buffer): Promise<SourceType | undefined> {
  const bytes = typeof source === 'string' ? await readFirstBytes(source) : source
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && isHeic(bytes)) return 'heic'
  return undefined
}

function isHeic(bytes: Buffer): boolean {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands = []
  // The box contains the major brand, its version and the compatible brands.
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  return brands.some((brand) => heicBrands.includes(brand)) && !brands.some((brand) => otherBrands.includes(brand))
}

/**
 * Reads as much of a file as is needed to detect its type.
 * @throws Error  the file cannot be read
 */
export async function readFirstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(128), 0, 128, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
