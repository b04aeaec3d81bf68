import { installPrompt } from '../../api/install-prompt.ts'
import { storeText } from '../../api/store-text.ts'
import { type InstallMethod, installMethod, isAppleTouchDevice } from './install-method.ts'

const storageKey = 'chisholm.install'

/** Earlier install offers of this browser. */
interface InstallHistory {
  declined?: true
  installed?: true
  askedToPersist?: true
}

function readHistory(): InstallHistory {
  try {
    // cast: only this module writes it
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as InstallHistory
  } catch {
    return {}
  }
}

const note = (event: InstallHistory) =>
  void storeText(storageKey, JSON.stringify({ ...readHistory(), ...event } satisfies InstallHistory))

/** Called when the browser has installed the app. */
export const noteInstalled = () => note({ installed: true })
/** The offer after sending is not shown again. */
export const declineInstall = () => note({ declined: true })

const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

/** The way to install the app on this device now; null if it is already installed or cannot be. */
export const currentInstallMethod = (): InstallMethod | null =>
  installMethod({
    isStandalone: isStandalone(),
    isSecure: isSecureContext,
    hasPrompt: installPrompt.held !== null,
    wasInstalled: readHistory().installed === true,
    isAppleTouch: isAppleTouchDevice(navigator),
  })

/**
 * The same, if the app may offer it without being asked: not after 'Not now', and not if only vague instructions exist.
 */
export function offeredInstallMethod(): InstallMethod | null {
  const way = currentInstallMethod()
  return way === 'browser menu' || readHistory().declined ? null : way
}

/** Shows the browser's install prompt, and asks it to keep the stored data. */
export async function askToInstall(): Promise<void> {
  const prompt = installPrompt.held
  installPrompt.held = null
  void askToPersist()
  await prompt?.prompt()
}

/** Asks the browser once not to delete what this site stores. The reason must be on the screen. */
export async function askToPersist(): Promise<void> {
  if (readHistory().askedToPersist) return
  note({ askedToPersist: true })
  await navigator.storage.persist().catch(() => false)
}
