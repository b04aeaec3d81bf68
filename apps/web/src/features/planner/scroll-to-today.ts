/**
 * Scrolls a board to today: sideways to its column, beside the names, and in a month down to its week, below the
 * weekdays. Names and weekdays stay in place. Does nothing if the board does not show today, or fits the screen.
 */
export function scrollToToday(board: HTMLElement | null): void {
  const today = board?.querySelector('[aria-current="date"]')?.closest<HTMLElement>('th, td')
  if (!board || !today) return
  const names = board.querySelector<HTMLElement>('tbody th')
  // the line between them is one pixel wide
  board.scrollLeft = today.offsetLeft - (names?.offsetWidth ?? 0) - 1
  if (today.closest('tbody')) board.scrollTop = today.offsetTop - (board.querySelector('thead')?.offsetHeight ?? 0)
}
