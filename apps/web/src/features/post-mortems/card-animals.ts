import { queryOptions, useQueries } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import {
  type CarcassLimits,
  type Clock,
  clockOfAll,
  decisiveClock,
  defaultCarcassLimits,
  possibleClocks,
} from '@chisholm/domain/carcass'
import type { Animal, AnimalCard, PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { api } from '../../api/client.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { readAnimalsOffline } from './offline-post-mortems.ts'
import { applyUnsentToAnimals } from './unsent-animal.ts'

/** Whether a card needs data of its animals: diagnoses, or the band of a carcass that depends on the weather. */
function needsAnimals({ status, examine_by }: PostMortemCard, limits: CarcassLimits, now: Date): boolean {
  if (status === 'Completed') return true
  return examine_by !== null && new Set(possibleClocks(examine_by, limits, now).map(({ band }) => band)).size > 1
}

/** So many ids fit into the address of a request. */
const maxIds = 100

const inGroups = (postMortems: readonly PostMortemCard[]) =>
  Array.from({ length: Math.ceil(postMortems.length / maxIds) }, (_, group) =>
    postMortems.slice(group * maxIds, (group + 1) * maxIds),
  )

const animalsQuery = (postMortems: readonly PostMortemCard[]) => {
  const idList = postMortems.map(({ id }) => id)
  const ids = idList.join(',')
  const count = postMortems.reduce((sum, { animals }) => sum + animals, 0)
  return queryOptions({
    queryKey: ['animals', 'of cards', ids],
    queryFn: async () => {
      const per_page = Math.min(count, constants.maxPageSize)
      const query = { 'filter[veterinary_record_id]': ids, sort: 'created_at', per_page, view: 'card' } as const
      return (await api.get('/veterinary-record-animals', query)).data
    },
    enabled: count > 0,
    meta: { ...readableOffline, readOffline: () => readAnimalsOffline(idList) },
  })
}

/**
 * The animals of the post-mortems in a list whose cards need them. They are not part of the cards, and are loaded after
 * the list is shown.
 * @returns a function that returns the animals of a post-mortem; undefined if it needs none, or while they load
 */
export function useCardAnimals(
  postMortems: readonly PostMortemCard[],
): (postMortem: PostMortemCard) => AnimalCard[] | undefined {
  const limits = useCachedProvider() ?? defaultCarcassLimits
  const now = useMinute()
  const needed = postMortems.filter((postMortem) => needsAnimals(postMortem, limits, now))
  const groups = inGroups(needed)
  const answers = useQueries({ queries: groups.map(animalsQuery) })
  const loaded = new Map<string, AnimalCard[]>()
  for (const [index, group] of groups.entries()) {
    const { data } = answers[index] ?? {}
    if (!data) continue
    for (const { id } of group) loaded.set(id, [])
    for (const animal of data) loaded.get(animal.veterinary_record_id)?.push(animal)
  }
  return ({ id }) => loaded.get(id)
}

/** The distinct diagnoses of these animals. */
export const diagnosesOf = (animals: readonly AnimalCard[]): string[] => [
  ...new Set(animals.flatMap(({ vet_diagnosis }) => vet_diagnosis?.name ?? [])),
]

/**
 * The clock of a card.
 * @param animals  undefined if they are not needed, or while they load
 * @param entries  unsent changes of this post-mortem
 */
export const clockOfCard =
  ({ examine_by }: PostMortemCard, animals: readonly AnimalCard[] | undefined, entries: readonly OutboxEntry[]) =>
  (limits: CarcassLimits, now: Date): Clock | null => {
    const changes = entries.filter(({ kind }) => kind !== 'skip photo' && kind !== 'edit photo')
    // cast: the other changes read and set only fields that the clock needs, or that it ignores
    const known = clockOfAll(applyUnsentToAnimals((animals ?? []) as Animal[], changes), limits, now)
    const likeliest = animals || !examine_by ? [] : possibleClocks(examine_by, limits, now).slice(0, 1)
    return decisiveClock(known ? [known, ...likeliest] : likeliest, now)
  }
