/** The listeners to a value outside React. Components read such a value by `useSyncExternalStore`. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Adds a listener. @returns a function that removes it */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Tells all listeners that the value has changed. */
    notify(): void {
      for (const listener of listeners) listener()
    },
    isEmpty: () => listeners.size === 0,
  }
}
