import { queryOptions, useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { PostMortemCard } from '@chisholm/domain/schemas'
import { api } from '../../api/client.ts'

const diagnosedAnimalsQuery = (completed: readonly PostMortemCard[]) => {
  const ids = completed.map(({ id }) => id).join(',')
  const count = completed.reduce((sum, { animals }) => sum + animals, 0)
  return queryOptions({
    queryKey: ['animals', 'diagnoses of', ids],
    queryFn: async () => {
      const per_page = Math.min(count, constants.maxPageSize)
      const query = { 'filter[veterinary_record_id]': ids, sort: 'created_at', per_page } as const
      return (await api.get('/veterinary-record-animals', query)).data
    },
    enabled: count > 0,
  })
}

/**
 * The diagnoses of the completed post-mortems of a list, in one request after the list is shown: cards do not carry
 * them.
 * @returns the diagnoses of one; undefined while they load
 */
export function useCardDiagnoses(
  postMortems: readonly PostMortemCard[],
): (postMortem: PostMortemCard) => string[] | undefined {
  const { data } = useQuery(diagnosedAnimalsQuery(postMortems.filter(({ status }) => status === 'Completed')))
  return ({ id }) =>
    data && [
      ...new Set(data.flatMap((one) => (one.veterinary_record_id === id ? (one.vet_diagnosis?.name ?? []) : []))),
    ]
}
