/** Stores a text in localStorage. @returns false on a full device */
export function storeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
