import { useState } from 'react'
import { useLayer } from '../../ui/use-layer.ts'

/**
 * The item of a list that a viewer shows. It stays the same one while others are added before it, and until the viewer
 * is closed if it is removed.
 * @param onClosed  called with the item viewed last
 */
export function useViewedItem<Item extends { id: string }>(
  items: readonly Item[],
  onClosed: (item: Item) => void = () => undefined,
) {
  const [viewed, setViewed] = useState<{ item: Item; index: number } | null>(null)
  // several lists of a page share the layer, of which only the one with an item shows it
  const layer = useLayer('viewer', () => {
    if (!viewed) return
    onClosed(viewed.item)
    setViewed(null)
  })
  const found = viewed ? items.findIndex(({ id }) => id === viewed.item.id) : -1
  const view = (index: number) => {
    const item = items[index]
    if (!item) return
    setViewed({ item, index })
    layer.open()
  }
  return {
    viewed:
      layer.isOpen && viewed
        ? {
            item: items[found] ?? viewed.item,
            /** Zero-based; where it was if it is no longer in the list. */
            index: found >= 0 ? found : Math.min(viewed.index, Math.max(0, items.length - 1)),
          }
        : null,
    view,
    close: () => void layer.close(),
  }
}
