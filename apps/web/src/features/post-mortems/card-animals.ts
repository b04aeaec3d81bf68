import { queryOptions, useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { type CarcassLimits, type Clock, clockFromExamineBy, clockOfAll } from '@chisholm/domain/carcass'
import type { Animal, PostMortemCard } from '@chisholm/domain/schemas'
import { api } from '../../api/client.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { readAnimalsOffline } from './offline-post-mortems.ts'
import { applyUnsentToAnimals } from './unsent-animal.ts'

/** Whether a card shows something of its animals that it does not carry: their diagnoses, or their clocks. */
const needsAnimals = ({ status, examine_by }: PostMortemCard) => status === 'Completed' || examine_by !== null

const animalsQuery = (postMortems: readonly PostMortemCard[]) => {
  const idList = postMortems.map(({ id }) => id)
  const ids = idList.join(',')
  const count = postMortems.reduce((sum, { animals }) => sum + animals, 0)
  return queryOptions({
    queryKey: ['animals', 'of cards', ids],
    queryFn: async () => {
      const per_page = Math.min(count, constants.maxPageSize)
      const query = { 'filter[veterinary_record_id]': ids, sort: 'created_at', per_page } as const
      return (await api.get('/veterinary-record-animals', query)).data
    },
    enabled: count > 0,
    meta: { ...readableOffline, readOffline: () => readAnimalsOffline(idList) },
  })
}

/**
 * The animals of the post-mortems of a list, in one request after the list is shown: cards do not carry them.
 * @returns the animals of one; undefined while they load
 */
export function useCardAnimals(
  postMortems: readonly PostMortemCard[],
): (postMortem: PostMortemCard) => Animal[] | undefined {
  const { data } = useQuery(animalsQuery(postMortems.filter(needsAnimals)))
  return ({ id }) => data?.filter((animal) => animal.veterinary_record_id === id)
}

/** What the veterinarians found in some animals, each diagnosis once. */
export const diagnosesOf = (animals: readonly Animal[]): string[] => [
  ...new Set(animals.flatMap(({ vet_diagnosis }) => vet_diagnosis?.name ?? [])),
]

/**
 * The clock of a card.
 * @param animals  undefined while they load
 * @param entries  unsent changes of this post-mortem
 */
export const clockOfCard =
  ({ examine_by }: PostMortemCard, animals: readonly Animal[] | undefined, entries: readonly OutboxEntry[]) =>
  (limits: CarcassLimits, now: Date): Clock | null => {
    const clock = clockOfAll(applyUnsentToAnimals(animals ?? [], entries), limits, now)
    return clock ?? (animals || !examine_by ? null : clockFromExamineBy(examine_by, limits, now))
  }
