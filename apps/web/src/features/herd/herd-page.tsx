import { useInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useSession } from '../../api/session.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { hasAnswered } from '../../ui/states.tsx'
import { siteQuery } from '../sites/index.ts'
import { HeadSection } from './head-section.tsx'
import { headCountsQuery, lotsQuery, unmatchedLotsQuery } from './herd-queries.ts'
import { herdTexts } from './herd-texts.ts'
import { LotsSection } from './lots-section.tsx'
import { UnmatchedLots } from './unmatched-lots.tsx'

/** The denominators of a site's mortality: head counts and lots. Clients and Admins write them. */
export function HerdPage() {
  const { siteId = '' }: { siteId?: string } = useParams({ strict: false })
  const query = useQuery(siteQuery(siteId))
  const counts = useInfiniteQuery(headCountsQuery(siteId))
  const unmatched = useInfiniteQuery(unmatchedLotsQuery(siteId))
  usePrefetchQuery(lotsQuery(siteId))
  const person = useSession()
  const mayWrite = person !== null && may(person, 'herd.write')
  return (
    <DetailPage
      query={query}
      title={herdTexts.title}
      failureText={texts.failure.getSites}
      nameOf={() => herdTexts.title}
      back={`/a/insight?site=${siteId}`}
    >
      {(site) => (
        <>
          <h1>{herdTexts.title}</h1>
          <p className="hint">{siteInFull(site.customer.name, site.name)}</p>
          <HeadSection site={site} mayWrite={mayWrite} />
          {/* their position depends on what is above them */}
          {hasAnswered(counts) && hasAnswered(unmatched) && (
            <>
              <UnmatchedLots siteId={site.id} mayWrite={mayWrite} />
              <LotsSection siteId={site.id} mayWrite={mayWrite} />
            </>
          )}
        </>
      )}
    </DetailPage>
  )
}
