import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The names of the layers that cover the page, in the order in which they were opened. */
    layers?: readonly string[]
    /** How many entries of the history the top one has. */
    layerEntries?: number
  }
}

/**
 * A layer that covers the page, like a photo viewer. It has an entry of its own in the history, so that Back closes it
 * and stays on the page.
 * @param name      the same after a reload, which leaves layers open: their content may be gone, or be there again
 * @param onClosed  called once the layer is closed, by Back or by `close`
 */
export function useLayer(name: string, onClosed: () => void = () => undefined) {
  const router = useRouter()
  const isOpen = useLocation({ select: ({ state }) => state.layers?.includes(name) === true })
  const handleClosed = useEffectEvent(onClosed)
  const closing = useRef<Promise<void> | null>(null)
  useEffect(() => (isOpen ? () => handleClosed() : undefined), [isOpen])
  const isOnTop = () => router.history.location.state.layers?.at(-1) === name
  return {
    isOpen,
    open: () => {
      const { layers = [] } = router.history.location.state
      if (layers.at(-1) === name) return
      // after a reload, layers may be open above one whose content is gone
      const isCovered = layers.includes(name)
      const below = isCovered ? layers.slice(0, layers.indexOf(name)) : layers
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (before) => ({
          ...before,
          layers: [...below, name],
          layerEntries: isCovered ? layers.length - below.length : 1,
        }),
        replace: isCovered,
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
        const { layerEntries = 1 } = router.history.location.state
        if (layerEntries === 1) router.history.back({ ignoreBlocker: true })
        else router.history.go(-layerEntries, { ignoreBlocker: true })
      })
      await closing.current
    },
  }
}
