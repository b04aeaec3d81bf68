import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { uiTexts } from '../../ui-texts.ts'
import { type Tab, ticketCountQuery } from './queries.ts'

interface TabBarProps {
  tabs: readonly Tab[]
  current: Tab
  siteId: string | null
  /** Address of a tab: the selected one is kept in the URL. */
  addressOf: (tab: Tab) => string
}

/** The tabs of a list; where they do not all fit they scroll, and the current one is in sight. */
export function TabBar({ tabs, current, siteId, addressOf }: TabBarProps) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    bar.current?.querySelector(`[data-tab=${current}]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav className="tabs" aria-label="Tickets by status" ref={bar}>
      {tabs.map((tab) => (
        <Link key={tab} to={addressOf(tab)} replace data-tab={tab} aria-current={tab === current ? 'page' : undefined}>
          {uiTexts.tabs[tab]} {tab !== 'complete' && <Count tab={tab} siteId={siteId} />}
        </Link>
      ))}
    </nav>
  )
}

function Count({ tab, siteId }: { tab: Tab; siteId: string | null }) {
  const total = useQuery(ticketCountQuery(tab, siteId)).data
  return total ? <i>{total}</i> : null
}
