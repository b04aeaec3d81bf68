/** Scrolls the list of an element, so that the element is in its middle. The page does not scroll. */
export function scrollToMiddle(element: HTMLElement | null): void {
  const list = element?.parentElement
  if (!list) return
  list.scrollLeft = element.offsetLeft - (list.clientWidth - element.offsetWidth) / 2
  list.scrollTop = element.offsetTop - (list.clientHeight - element.offsetHeight) / 2
}
