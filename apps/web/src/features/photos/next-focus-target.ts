/** The element to focus after a tile was removed: next tile, else previous, else the file picker. */
export function nextFocusTarget(inTile: HTMLElement): HTMLElement | null {
  const tile = inTile.closest('li')
  const near = tile?.nextElementSibling ?? tile?.previousElementSibling
  return near?.querySelector('button') ?? tile?.closest('section')?.querySelector('input') ?? null
}
