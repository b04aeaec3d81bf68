import type { screen, within } from '@testing-library/dom'

/** A string stands for the whole, a regular expression for a part. The latter does not cross over to the page as it is. */
export type SentWords = string | { source: string; flags: string } | undefined

/** What is looked for, in a form that crosses over to the page. */
export interface Wanted {
  role: string | undefined
  level: number | undefined
  current: boolean | undefined
  name: SentWords
  label: SentWords
  text: SentWords
  within: Wanted | undefined
}

declare global {
  // the script of the library that the tests load into the page, and what is below
  var TestingLibraryDom: { screen: typeof screen; within: typeof within }
  var findVisible: (wanted: Wanted) => Element[]
  var isAtRest: (element: Element) => boolean
}

/** Finds what can be seen, by role, label or text. It runs in the page: nothing around it is there. */
export function findVisible({ role, level, current, name, label, text, within }: Wanted): Element[] {
  const words = (of: SentWords) => (typeof of === 'object' ? new RegExp(of.source, of.flags) : (of ?? ''))
  const around = within ? self.findVisible(within)[0] : document.body
  if (!(around instanceof HTMLElement)) return []
  const queries = self.TestingLibraryDom.within(around)
  if (role) {
    const found = queries.queryAllByRole(role, {
      ...(name !== undefined && { name: words(name) }),
      ...(level !== undefined && { level }),
    })
    return current ? found.filter((element) => element.getAttribute('aria-current') === 'page') : found
  }
  if (label !== undefined) return queries.queryAllByLabelText(words(label))
  const wanted = words(text)
  const fits = (element: Element) => {
    const own = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    return typeof wanted === 'string' ? own === wanted : wanted.test(own)
  }
  return [...around.querySelectorAll('*')].filter((element) => fits(element) && element.checkVisibility())
}

/** Says whether an element has not moved since the last time, and whether a click in its middle would meet it. */
export function isAtRest(element: Element): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const position = `${x} ${y} ${width} ${height}`
  const before = element.getAttribute('data-position')
  element.setAttribute('data-position', position)
  const met = document.elementFromPoint(x + width / 2, y + height / 2)
  return before === position && met !== null && (element.contains(met) || met.contains(element))
}
