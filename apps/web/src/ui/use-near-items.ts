import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react'

/** How far above and below the visible part items count as near: its own height. */
const margin = '100% 0px'

/** The last known heights of items in pixels, also from before the list was left. */
const heights = new Map<string, number>()

/**
 * Tells which items of a long list are visible or near, so that only these need to be rendered completely. Items are the
 * elements with `data-item`, their key. An item stays near while the focus is in it or a dialog is open. The list gets
 * the height of its first item as `--item-height`, for items that were never near.
 * @param keys  of all items, unique in the app
 * @returns `heightOf`: the height in pixels that an item had when it was last near, so that nothing moves when it returns
 */
export function useNearItems(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
): { isNear: (key: string) => boolean; heightOf: (key: string) => number | undefined } {
  const [near, setNear] = useState<ReadonlySet<string>>(new Set())
  const allKeys = keys.join(' ')
  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const added = entries.filter(({ isIntersecting }) => isIntersecting).map(keyOf)
        const left = entries.filter(({ isIntersecting, target }) => !isIntersecting && !isInUse(target))
        for (const entry of left) heights.set(keyOf(entry), entry.boundingClientRect.height)
        // a slow phone reacts to input in between
        startTransition(() => setNear((before) => changed(before, added, left.map(keyOf))))
      },
      { root: scrollerOf(element), rootMargin: margin },
    )
    const known = new Set(allKeys.split(' '))
    for (const item of itemsOf(element)) if (known.has(item.dataset['item'] ?? '')) observer.observe(item)
    return () => observer.disconnect()
  }, [list, allKeys])
  useLayoutEffect(() => {
    const element = list.current
    const first = element && itemsOf(element)[0]
    if (first) element.style.setProperty('--item-height', `${first.offsetHeight}px`)
    return () => {
      for (const item of element ? itemsOf(element) : []) heights.set(item.dataset['item'] ?? '', item.offsetHeight)
    }
  }, [list])
  return { isNear: (key) => near.has(key), heightOf: (key) => heights.get(key) }
}

const itemsOf = (list: HTMLElement) => list.querySelectorAll<HTMLElement>('[data-item]')
const keyOf = ({ target }: IntersectionObserverEntry) => (target instanceof HTMLElement && target.dataset['item']) || ''

function changed(before: ReadonlySet<string>, added: readonly string[], left: readonly string[]): ReadonlySet<string> {
  const gone = left.filter((key) => before.has(key))
  if (gone.length === 0 && added.every((key) => before.has(key))) return before
  const next = new Set([...before, ...added])
  for (const key of gone) next.delete(key)
  return next
}

const isInUse = (item: Element) =>
  item.contains(document.activeElement) || document.activeElement?.closest('[role="dialog"]') != null

/** The element that scrolls the list, or null for the page. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
    if (ancestor !== document.body && /auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor
  return null
}
