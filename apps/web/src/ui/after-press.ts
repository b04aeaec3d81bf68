let isPressed = false
const release = () => (isPressed = false)
addEventListener('pointerdown', () => (isPressed = true), { capture: true })
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { capture: true })

/**
 * Runs work at once, or after the click while a button is pressed. A press takes the focus from a field; if what follows
 * moved the pressed button, the browser would drop the click.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) return work()
  const wait = new AbortController()
  const run = () => {
    wait.abort()
    setTimeout(work)
  }
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, run, { signal: wait.signal })
}
