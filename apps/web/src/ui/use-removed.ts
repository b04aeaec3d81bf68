import { useState } from 'react'

interface Removed<Item> {
  item: Item
  index: number
}

/**
 * Removes items of a list so that the last removal can be undone, in the place where it was.
 * @param toRestored  changes an item that comes back, given those that are there; as it was by default
 */
export function useRemoved<Item extends { id: string }>(
  items: readonly Item[],
  onChange: (items: Item[]) => void,
  toRestored: (item: Item, others: readonly Item[]) => Item = (item) => item,
) {
  const [removed, setRemoved] = useState<Removed<Item> | null>(null)
  return {
    /** The item that was removed, and the index of the item before which it was. */
    removed,
    remove: (id: string) => {
      const index = items.findIndex((item) => item.id === id)
      const item = items[index]
      if (!item) return
      setRemoved({ item, index })
      onChange(items.toSpliced(index, 1))
    },
    undo: () => {
      if (removed) onChange(items.toSpliced(removed.index, 0, toRestored(removed.item, items)))
      setRemoved(null)
    },
    /** Call it when an item is added: the place of the removed one is no longer the same. */
    forget: () => setRemoved(null),
  }
}
