import { useQuery } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { siteTexts } from './site-texts.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { UserRow } from '../users/index.ts'
import { peopleOfSiteQuery } from './admin-queries.ts'

/** The users with access to a site, linked to their pages, where access is changed. */
export function PeopleOfSite({ siteId }: { siteId: string }) {
  const people = useQuery(peopleOfSiteQuery(siteId))
  return (
    <section className="stack" aria-label={siteTexts.people}>
      <h2>{siteTexts.people}</h2>
      {people.isPending && <Skeletons height={84} count={1} />}
      {people.isError && <FailedState text={texts.failure.getUsers} retry={() => void people.refetch()} />}
      {people.data?.meta.total === 0 && <p className="hint">{siteTexts.nobody}</p>}
      {people.data && people.data.meta.total > 0 && (
        <ul className="list">
          {people.data.data.map((user) => (
            <li key={user.id}>
              <UserRow user={user} />
            </li>
          ))}
        </ul>
      )}
      {people.data && people.data.meta.total > people.data.data.length && (
        <p className="hint">{siteTexts.morePeople(people.data.meta.total - people.data.data.length)}</p>
      )}
    </section>
  )
}
