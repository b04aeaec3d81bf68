/** The code of a page could not be fetched: no connection, or a deployment has replaced it. */
class MissingCode extends Error {}

/** Thrown in place of what the browser says, which differs from one to the next. */
export function codeMissing(cause: unknown): never {
  throw new MissingCode('The code of this page could not be loaded.', { cause })
}

/** As Chrome, Firefox and Safari say it. */
const browsersWords =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i

export const isCodeMissing = (error: unknown) =>
  error instanceof MissingCode || (error instanceof Error && browsersWords.test(error.message))

const key = 'chisholm.reloaded'
/** A second failure within this time is no matter of a deployment. */
const quiet = 5 * 60_000

/** Whether to load the page anew may help: with a connection, and where that has not just been tried. Never a loop. */
export const mayReload = () => navigator.onLine && Date.now() - Number(sessionStorage.getItem(key)) > quiet

/** Loads the page anew, which fetches the code of the deployment that is there now. */
export function reload(): void {
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
