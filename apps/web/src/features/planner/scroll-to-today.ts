/**
 * Scrolls a board sideways, so that today is the first column after the names, which stay in place. Does nothing if the
 * board does not show today, or fits the screen.
 */
export function scrollToToday(board: HTMLElement | null): void {
  const today = board?.querySelector('[aria-current="date"]')?.closest<HTMLElement>('th, td')
  if (!board || !today) return
  const names = board.querySelector<HTMLElement>('tbody th')
  // the line between them is one pixel wide
  board.scrollLeft = today.offsetLeft - (names?.offsetWidth ?? 0) - 1
}
