import { useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { Person } from '@chisholm/domain/schemas/references'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'

/** Reports are sent one after the other, so that leaving an animal is reported after entering it. */
let latest: Promise<unknown> = Promise.resolve()

function report(animalId: string, here: 0 | 1): Promise<Person[]> {
  const send = async () => (await api.put('/veterinary-record-animals/{id}/presence', { here }, { id: animalId })).data
  const sent = latest.then(send, send)
  latest = sent
  return sent
}

/** Reports to colleagues that this animal is open here. @returns who else has it open; nobody while offline */
export function usePresence(postMortemId: string, animalId: string): Person[] {
  const { online } = useNetwork()
  const others = useQuery({
    queryKey: ['presence', postMortemId, animalId],
    queryFn: () => report(animalId, 1),
    enabled: online,
    staleTime: 0,
    gcTime: 0,
    // only while the tab is visible
    refetchInterval: constants.presence.everySeconds * 1000,
  })
  useEffect(
    () => () => {
      if (navigator.onLine) report(animalId, 0).catch(() => undefined)
    },
    [animalId],
  )
  return online && others.isSuccess ? others.data : []
}
