import type { screen, within } from '@testing-library/dom'

/** A text or regular expression to match, in a form that can be sent to the page. */
export type SerializedMatch = string | { source: string; flags: string } | undefined

export interface SerializedQuery {
  role: string | undefined
  level: number | undefined
  current: boolean | undefined
  name: SerializedMatch
  label: SerializedMatch
  text: SerializedMatch
  within: SerializedQuery | undefined
}

declare global {
  // The tests inject Testing Library and the functions below into the page.
  var TestingLibraryDom: { screen: typeof screen; within: typeof within }
  var findVisible: (wanted: SerializedQuery) => Element[]
  var isAtRest: (element: Element) => boolean
}

/** Finds visible elements by role, label or text. It runs in the page, so it may use no imports. */
export function findVisible({ role, level, current, name, label, text, within }: SerializedQuery): Element[] {
  const toMatch = (of: SerializedMatch) => (typeof of === 'object' ? new RegExp(of.source, of.flags) : (of ?? ''))
  const container = within ? self.findVisible(within)[0] : document.body
  if (!(container instanceof HTMLElement)) return []
  const queries = self.TestingLibraryDom.within(container)
  if (role) {
    const found = queries.queryAllByRole(role, {
      ...(name !== undefined && { name: toMatch(name) }),
      ...(level !== undefined && { level }),
    })
    return current ? found.filter((element) => element.getAttribute('aria-current') === 'page') : found
  }
  if (label !== undefined) return queries.queryAllByLabelText(toMatch(label))
  const wanted = toMatch(text)
  const matchesText = (element: Element) => {
    const own = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    return typeof wanted === 'string' ? own === wanted : wanted.test(own)
  }
  return [...container.querySelectorAll('*')].filter((element) => matchesText(element) && element.checkVisibility())
}

/**
 * Whether neither an element nor the rest of the page has moved since the last call, and a click in its centre would hit
 * it. While the page grows, WebKitGTK clicks beside buttons that are fixed at its bottom.
 */
export function isAtRest(element: Element): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const position = `${x} ${y} ${width} ${height} ${scrollY} ${document.documentElement.scrollHeight}`
  const before = element.getAttribute('data-position')
  element.setAttribute('data-position', position)
  const met = document.elementFromPoint(x + width / 2, y + height / 2)
  return before === position && met !== null && (element.contains(met) || met.contains(element))
}
