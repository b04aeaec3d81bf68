import { useState } from 'react'

/**
 * The item of a list that a viewer shows. It stays the same one while others are added before it, and until the viewer
 * is closed if it is removed.
 */
export function useViewedItem<Item extends { id: string }>(items: readonly Item[]) {
  const [viewed, setViewed] = useState<{ item: Item; index: number } | null>(null)
  const found = viewed ? items.findIndex(({ id }) => id === viewed.item.id) : -1
  const view = (index: number) => {
    const item = items[index]
    if (item) setViewed({ item, index })
  }
  return {
    viewed: viewed && {
      item: items[found] ?? viewed.item,
      /** Zero-based; where it was if it is no longer in the list. */
      index: found >= 0 ? found : Math.min(viewed.index, Math.max(0, items.length - 1)),
    },
    view,
    close: () => setViewed(null),
  }
}
