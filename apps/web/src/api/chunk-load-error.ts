/** A chunk could not be fetched: the device is offline, or a deployment has replaced the chunk. */
class ChunkLoadError extends Error {}

/** Replaces the browser's own error, whose message differs between browsers. */
export function throwChunkLoadError(cause: unknown): never {
  throw new ChunkLoadError('The code of this page could not be loaded.', { cause })
}

/** Messages of Chrome, Firefox and Safari. */
const browserMessages =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i

export const isChunkLoadError = (error: unknown) =>
  error instanceof ChunkLoadError || (error instanceof Error && browserMessages.test(error.message))

const key = 'chisholm.reloaded'
/** If loading fails again within this many milliseconds, a deployment is not the cause. */
const minReloadInterval = 5 * 60_000

/** Whether reloading may help: the device is online and the page was not just reloaded, so that it never loops. */
export const mayReload = () => navigator.onLine && Date.now() - Number(sessionStorage.getItem(key)) > minReloadInterval

/** Loads the code of the current deployment. */
export function reloadPage(): void {
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
