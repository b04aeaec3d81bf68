import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { clientTabs, vetTabs } from '@chisholm/domain/status'
import { lazy, Suspense } from 'react'
import { useSession } from '../../api/session.ts'
import { EmptyState, Skeletons } from '../../ui/faces.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { siteQuery } from '../sites/queries.ts'
import type { Tab } from './queries.ts'
import { AddButton } from './requests-page.tsx'
import { TabBar } from './tab-bar.tsx'
import { TicketList } from './ticket-list.tsx'

// beside the list on desktops only: phones need not load it for the list
const Ticket = lazy(async () => ({ default: (await import('./ticket.tsx')).Ticket }))

/** The tickets of one site or of all: the vets' dashboard, and the client's site page. */
export function LocationPage() {
  const { siteId: place, tab } = useParams({ strict: false }) as { siteId: string; tab: Tab }
  const { page = 1, ticket: selectedId } = useSearch({ strict: false }) as { page?: number; ticket?: string }
  const person = useSession()
  const wide = useMediaQuery('(min-width: 1024px)') ?? false
  const siteId = place === 'all' ? null : place
  const site = useQuery({ ...siteQuery(siteId ?? ''), enabled: siteId !== null })
  const vet = person !== null && isVet(person)
  const tabs: readonly Tab[] = vet ? vetTabs : clientTabs
  if (!tabs.includes(tab) || site.isError) return <NotFound />
  const here = `/a/location/${place}`
  const beside = vet && wide
  const addressOf = (ticket: PostMortem) => {
    if (beside) return `${here}/${tab}?page=${page}&ticket=${ticket.id}`
    return vet ? `/a/vet/ticketdetail/${ticket.id}` : `/a/postmortem/${ticket.id}`
  }
  const title =
    siteId === null ? 'All locations' : site.data ? `${site.data.customer.name} - ${site.data.name}` : 'Location'
  const list = (
    <>
      {siteId !== null && <h1>{title}</h1>}
      <TabBar tabs={tabs} current={tab} siteId={siteId} addressOf={(next) => `${here}/${next}`} />
      <TicketList tab={tab} siteId={siteId} page={page} addressOf={addressOf} selectedId={selectedId} />
    </>
  )
  return (
    <Page title={title} {...(siteId && { back: '/a/locations' })} ownHeading={siteId !== null} wide={beside}>
      {beside ? (
        <div className="desk">
          <div className="desk-list">{list}</div>
          <section className="desk-pane" aria-label="Ticket">
            {selectedId ? (
              <Suspense fallback={<Skeletons />}>
                <Ticket key={selectedId} id={selectedId} vetRoute beside />
              </Suspense>
            ) : (
              <EmptyState text="Choose a ticket to read it here." />
            )}
          </section>
        </div>
      ) : (
        list
      )}
      {!vet && <AddButton />}
    </Page>
  )
}
