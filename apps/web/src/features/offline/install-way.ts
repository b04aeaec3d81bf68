/** What decides how the app can be installed. */
interface InstallConditions {
  /** It runs as an installed app. */
  isStandalone: boolean
  /** https or a loopback address. */
  isSecure: boolean
  /** The browser has offered its own question. */
  hasPrompt: boolean
  /** It was installed from this browser. */
  wasInstalled: boolean
  isAppleTouch: boolean
}

/** By the browser's own question, by the steps of iPhones and iPads, or by the menu of the browser. */
export type InstallWay = 'prompt' | 'apple' | 'browser menu'

/** How the app can be installed; null if it is installed already or cannot be. */
export function installWay(conditions: InstallConditions): InstallWay | null {
  if (conditions.isStandalone || !conditions.isSecure) return null
  // offered again once the app was removed
  if (conditions.hasPrompt) return 'prompt'
  if (conditions.wasInstalled) return null
  return conditions.isAppleTouch ? 'apple' : 'browser menu'
}

/** iPads call themselves Macs, which have no touch screen. */
export const isAppleTouchDevice = ({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
