/** A part of the Navigation API. Not all supported browsers have it. */
interface WithNavigation {
  navigation?: { currentEntry: { index: number } | null; entries: () => { url: string | null }[] }
}

/**
 * The screen of the app that this tab showed before the app was loaded with the current URL: the router does not know
 * it. Null: none, or the browser does not tell.
 */
export function urlBeforeLoad(): string | null {
  // cast: a property that other browsers lack
  const { navigation } = globalThis as WithNavigation
  const index = navigation?.currentEntry?.index ?? 0
  const before = navigation?.entries()[index - 1]?.url
  if (!before) return null
  const { pathname, search } = new URL(before)
  return pathname.startsWith('/a/') && pathname !== location.pathname ? pathname + search : null
}
