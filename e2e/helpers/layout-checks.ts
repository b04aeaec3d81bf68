import { expect, type Page } from '@playwright/test'

/** Finds elements that overflow the page or whose text is cut off. */
const findOverflows = () => {
  const width = document.documentElement.clientWidth
  const describe = (element: Element, why: string) =>
    `${why}: ${element.outerHTML.slice(0, 160)} "${element.textContent.slice(0, 60)}"`
  const isHidden = (element: Element) => {
    const { clipPath, visibility } = getComputedStyle(element)
    const { width: wide, height: high } = element.getBoundingClientRect()
    // Text that is only for screen readers is one pixel large.
    return clipPath !== 'none' || visibility === 'hidden' || (wide <= 1 && high <= 1)
  }
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.documentElement &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const headings = [...document.querySelectorAll('h1')].filter((one) => !isHidden(one)).map((one) => one.textContent)
  const overflows: string[] = []
  if (document.documentElement.scrollWidth > width)
    overflows.push(`the page is ${document.documentElement.scrollWidth} wide`)
  for (const element of document.body.querySelectorAll('*')) {
    if (isHidden(element) || element.closest('.visually-hidden, canvas, svg, .textLayer')) continue
    const { overflowX, overflowY } = getComputedStyle(element)
    const { left, right } = element.getBoundingClientRect()
    if ((right > width + 1 || left < -1) && !scrolls(element)) overflows.push(describe(element, 'beyond the edge'))
    if (element.matches('input, textarea') || !element.textContent) continue
    // The header may shorten a title if the page repeats it as its heading.
    if (element.closest('header') && headings.some((heading) => heading.includes(element.textContent))) continue
    // The row of tickets to plan shortens a name that its title, and the dialog of the ticket, have in full.
    if (element.matches('.unscheduled .visit-where') && element.getAttribute('title') === element.textContent) continue
    const ownText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
    if (ownText && overflowX === 'visible' && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      overflows.push(describe(element, 'spills over'))
    const cutAcross = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1
    const cutBelow = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1
    if (cutAcross || cutBelow) overflows.push(describe(element, 'cut off'))
  }
  // When the page is scrolled to its end, the bottom bar must not cover the last element.
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  const bar = [...document.querySelectorAll('.page-footer, .nav')].find((one) => one.getClientRects().length > 0)
  const last = [...document.querySelectorAll('main > *:not(.page-footer, .fab, .visually-hidden)')].at(-1)
  if (bar && last && last.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1)
    overflows.push(describe(last, 'under the bar'))
  scrollTo({ top: 0, behavior: 'instant' })
  return overflows
}

/** Expects that nothing scrolls horizontally, overflows or is cut off. */
export async function expectNoOverflow(page: Page, context: string): Promise<void> {
  expect.soft(await page.evaluate(findOverflows), `${page.url()} ${context}`).toEqual([])
}

/**
 * Finds touch targets below 44 × 44 pixels. Links inside a text, and marks of a chart whose table has the same links, may be
 * smaller (WCAG 2.5.8).
 */
const findSmallTargets = () => {
  const minimum = 44
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, textarea, [role=option], [role=menuitem], [role=tab]',
  )
  return [...targets].flatMap((target) => {
    const style = getComputedStyle(target)
    if (style.display === 'inline' && target.closest('p')) return []
    if (style.visibility === 'hidden' || style.pointerEvents === 'none' || target.closest('[inert]')) return []
    if (target.closest('.week-chart, .heat-cells')) return []
    // A label belongs to the touch target of its field.
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
    // The pseudo-element of a link may cover its whole card.
    const covers = getComputedStyle(target, '::after').position === 'absolute' ? [target.offsetParent ?? target] : []
    const boxes = [target, ...labels, ...covers]
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.width > 1)
    if (boxes.length === 0) return []
    const width = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left))
    const height = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top))
    // Sizes are rounded, so half a pixel less is accepted.
    if (width >= minimum - 0.5 && height >= minimum - 0.5) return []
    return [`${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 200)}`]
  })
}

export async function expectTouchTargetSize(page: Page): Promise<void> {
  expect.soft(await page.evaluate(findSmallTargets), page.url()).toEqual([])
}

/** The words of these elements that are broken in the middle, apart from words for screen readers only. */
export const brokenWords = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.getBoundingClientRect().width > 1)
      .flatMap((element) =>
        [...element.childNodes].flatMap((node) =>
          node instanceof Text
            ? [...node.data.matchAll(/\S+/g)].flatMap((match) => {
                const range = document.createRange()
                range.setStart(node, match.index)
                range.setEnd(node, match.index + match[0].length)
                return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [match[0]] : []
              })
            : [],
        ),
      ),
  )
