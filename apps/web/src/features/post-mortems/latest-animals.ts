import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ListResponse } from '@chisholm/domain/schemas/envelopes'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { api } from '../../api/client.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import type { PostMortemQuery } from './offline-list.ts'
import { type LatestAnimals, latestAnimals } from './latest-values.ts'
import { readListOffline } from './offline-post-mortems.ts'

const ticketCount = 10

const newestFirst = (postMortems: readonly PostMortem[]): Animal[] =>
  postMortems
    .flatMap(({ veterinary_record }) => veterinary_record.veterinary_record_animals)
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at))

const latestOfSiteQuery = (siteId: string) => {
  const query: PostMortemQuery = {
    'filter[veterinary_records.site_id]': siteId,
    sort: '-created_at',
    per_page: ticketCount,
  }
  return queryOptions({
    queryKey: ['animals', 'latest of site', siteId],
    // cast: without a view the response holds complete post-mortems
    queryFn: async () => newestFirst(((await api.get('/post-mortems', query)) as ListResponse<PostMortem>).data),
    staleTime: 60_000,
    meta: { ...readableOffline, readOffline: () => readListOffline(query, null, ({ data }) => newestFirst(data)) },
  })
}

/** @param animalId  the animal of the form, which is excluded */
export function useLatestAnimals(postMortem: PostMortem, animalId: string): LatestAnimals {
  const { data = [] } = useQuery(latestOfSiteQuery(postMortem.site_id))
  return latestAnimals(postMortem.veterinary_record.veterinary_record_animals, data, animalId)
}
