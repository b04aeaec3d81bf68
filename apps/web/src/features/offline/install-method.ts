/** Conditions that determine how the app can be installed. */
interface InstallConditions {
  /** It runs as an installed app. */
  isStandalone: boolean
  /** https or a loopback address. */
  isSecure: boolean
  /** The browser has fired its install prompt. */
  hasPrompt: boolean
  /** It was installed from this browser. */
  wasInstalled: boolean
  isAppleTouch: boolean
}

/** The browser's install prompt, the steps for iPhones and iPads, or the browser's menu. */
export type InstallMethod = 'prompt' | 'apple' | 'browser menu'

/** The way to install the app; null if it is already installed or cannot be. */
export function installMethod(conditions: InstallConditions): InstallMethod | null {
  if (conditions.isStandalone || !conditions.isSecure) return null
  // the browser offers it again after the app was removed
  if (conditions.hasPrompt) return 'prompt'
  if (conditions.wasInstalled) return null
  return conditions.isAppleTouch ? 'apple' : 'browser menu'
}

/** iPads identify as Macs, which have no touch screen. */
export const isAppleTouchDevice = ({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
