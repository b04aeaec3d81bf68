/** Formats a number in the language of the texts, like `12,500`. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  value.toLocaleString('en', options)
