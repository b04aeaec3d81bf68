/** The browser's install prompt (only Chromium). */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent
  }
}

/** Deferred until the app offers it. The browser fires another event after this one was answered. */
export const installPrompt: { held: InstallPromptEvent | null } = { held: null }

/** Part of the first load, because the event fires once, soon after it. */
export function holdInstallPrompt(event: InstallPromptEvent): void {
  event.preventDefault()
  installPrompt.held = event
}
