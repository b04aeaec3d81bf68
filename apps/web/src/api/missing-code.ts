/** A lazily loaded chunk could not be fetched: offline, or replaced by a new deployment. */
class MissingCode extends Error {}

/** Replaces the browser's own error, whose message differs between browsers. */
export function codeMissing(cause: unknown): never {
  throw new MissingCode('The code of this page could not be loaded.', { cause })
}

/** Messages of Chrome, Firefox and Safari. */
const browsersWords =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i

export const isCodeMissing = (error: unknown) =>
  error instanceof MissingCode || (error instanceof Error && browsersWords.test(error.message))

const key = 'chisholm.reloaded'
/** A second failure within this time is not caused by a deployment. */
const quiet = 5 * 60_000

/** True when online and not reloaded recently, so that it never loops. */
export const mayReload = () => navigator.onLine && Date.now() - Number(sessionStorage.getItem(key)) > quiet

/** Loads the code of the current deployment. */
export function reload(): void {
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
