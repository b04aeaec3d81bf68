import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The layers that cover the page, in the order in which they were opened. */
    layers?: readonly string[]
  }
}

/**
 * A layer that covers the page, like a photo viewer. It has an entry of its own in the history, so that Back closes it
 * and stays on the page.
 * @param onClosed  called once the layer is closed, by Back or by `close`
 */
export function useLayer(onClosed: () => void = () => undefined) {
  const id = useId()
  const router = useRouter()
  const isOpen = useLocation({ select: ({ state }) => state.layers?.includes(id) === true })
  const handleClosed = useEffectEvent(onClosed)
  const closing = useRef<Promise<void> | null>(null)
  useEffect(() => (isOpen ? () => handleClosed() : undefined), [isOpen])
  const isOnTop = () => router.history.location.state.layers?.at(-1) === id
  return {
    isOpen,
    open: () => {
      const { layers = [] } = router.history.location.state
      if (layers.at(-1) === id) return
      // after a reload, layers may be open above one whose content is gone: it opens by closing them
      if (layers.includes(id)) {
        router.history.go(layers.indexOf(id) - layers.length + 1, { ignoreBlocker: true })
        return
      }
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (before) => ({ ...before, layers: [...layers, id] }),
        resetScroll: false,
        // what the page holds unsaved stays on it
        ignoreBlocker: true,
      })
    },
    /** Resolves once the layer is closed. */
    close: async () => {
      if (!isOnTop()) return
      closing.current ??= new Promise((resolve) => {
        const unsubscribe = router.history.subscribe(() => {
          unsubscribe()
          closing.current = null
          resolve()
        })
        router.history.back({ ignoreBlocker: true })
      })
      await closing.current
    },
  }
}
