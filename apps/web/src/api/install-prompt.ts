/** The browser's question whether to install the app (Chromium alone). */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent
  }
}

/** Held back until the app offers it. The browser gives another once this one was answered. */
export const installPrompt: { held: InstallPromptEvent | null } = { held: null }

/** Part of the first load, because the event comes once, soon after it. */
export function holdInstallPrompt(event: InstallPromptEvent): void {
  event.preventDefault()
  installPrompt.held = event
}
