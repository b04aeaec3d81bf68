import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { postMortemTexts } from './post-mortem-texts.ts'
import { type Tab, usePostMortemCount } from './queries.ts'

interface TabBarProps {
  tabs: readonly Tab[]
  current: Tab
  siteId: string | null
  addressOf: (tab: Tab) => string
}

/** The tabs of the statuses. On narrow screens they scroll to the current one. */
export function TabBar({ tabs, current, siteId, addressOf }: TabBarProps) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!bar.current) return
    // The observer runs after the layout of the page. Scrolling right away would force another one. Tabs become wider
    // when their counts arrive.
    const observer = new ResizeObserver(() => {
      if (bar.current) showTab(bar.current, current)
    })
    for (const element of [bar.current, ...bar.current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [current])
  return (
    <nav className="tabs" aria-label={postMortemTexts.tabsLabel} ref={bar}>
      {tabs.map((tab) => (
        <Link key={tab} to={addressOf(tab)} replace data-tab={tab} aria-current={tab === current ? 'page' : undefined}>
          {postMortemTexts.tabs[tab]} {tab !== 'complete' && <Count tab={tab} siteId={siteId} />}
        </Link>
      ))}
    </nav>
  )
}

function Count({ tab, siteId }: { tab: Tab; siteId: string | null }) {
  const total = usePostMortemCount(tab, siteId)
  return total > 0 ? <i>{total}</i> : null
}

/** Scrolls a tab into view, sideways only: the scroll position of the page may just have been restored. */
function showTab(bar: HTMLElement, name: string): void {
  const tab = bar.querySelector(`[data-tab=${name}]`)?.getBoundingClientRect()
  const { left, right } = bar.getBoundingClientRect()
  if (tab) bar.scrollBy({ left: Math.min(0, tab.left - left) || Math.max(0, tab.right - right) })
}
