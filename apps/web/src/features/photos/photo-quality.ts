export type PhotoDefect = 'blurred' | 'dark'

/** Mean brightness (0 to 255) below which little is visible. */
const darkBelow = 28
/** Minimum contrast, because sharpness cannot be measured on plain surfaces. */
const leastContrast = 40
/**
 * Share of the differences between neighbouring pixels that is lost by blurring the photo again. For drawn and
 * generated images, sharp ones are below 0.37 and visibly blurred ones above 0.43.
 */
const blurredFrom = 0.43
/** Number of neighbours on each side used to blur the photo again. */
const reach = 4

/**
 * Judges a small copy of a photo by its brightness and by how it reacts to more blur (Crete et al., 2007).
 * @param rgba  pixels of a copy whose longest side is 512
 */
export function findDefect(rgba: Uint8ClampedArray, width: number, height: number): PhotoDefect | null {
  const gray = new Float32Array(width * height)
  for (let pixel = 0; pixel < gray.length; pixel++) {
    const at = pixel * 4
    gray[pixel] = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0)
  }
  const brightness = statisticsOf(gray)
  if (brightness.mean < darkBelow) return 'dark'
  if (brightness.variance < leastContrast) return null
  // camera shake blurs in one direction
  const blur = Math.max(...[1, width].map((step) => blurAlong(gray, { width, height, step })))
  return blur >= blurredFrom ? 'blurred' : null
}

/** From 0 (sharp) to 1, between neighbours that are `step` pixels apart in memory. */
function blurAlong(
  gray: Float32Array,
  { width, height, step }: { width: number; height: number; step: number },
): number {
  let [differences, lost] = [0, 0]
  for (let y = reach + 1; y < height - reach; y++)
    for (let x = reach + 1; x < width - reach; x++) {
      const at = y * width + x
      const difference = Math.abs((gray[at] ?? 0) - (gray[at - step] ?? 0))
      // the means around two neighbours differ only by their outermost pixels
      const outermost = (gray[at + reach * step] ?? 0) - (gray[at - (reach + 1) * step] ?? 0)
      differences += difference
      lost += Math.max(0, difference - Math.abs(outermost) / (2 * reach + 1))
    }
  return differences > 0 ? 1 - lost / differences : 0
}

function statisticsOf(values: Float32Array): { mean: number; variance: number } {
  let [sum, squares] = [0, 0]
  for (const value of values) {
    sum += value
    squares += value * value
  }
  const mean = values.length > 0 ? sum / values.length : 0
  return { mean, variance: values.length > 0 ? squares / values.length - mean * mean : 0 }
}
