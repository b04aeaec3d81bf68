import { randomInt } from 'node:crypto'

/** Capital letters and digits without I, O, 0 and 1, which are easily confused. Each of these 32 characters holds five bits. */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Generates a random code that cannot be guessed. */
export const randomCode = (length: number, alphabet = codeAlphabet): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
