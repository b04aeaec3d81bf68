/** Finds what gets the focus once a tile is gone: the next one, else the one before, else the way to add photos. */
export function neighbourOf(inTile: HTMLElement): HTMLElement | null {
  const tile = inTile.closest('li')
  const near = tile?.nextElementSibling ?? tile?.previousElementSibling
  return near?.querySelector('button') ?? tile?.closest('section')?.querySelector('input') ?? null
}
