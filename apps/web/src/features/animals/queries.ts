import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { type AnimalFacts, changes } from '../../api/entries.ts'
import { outbox } from '../../api/outbox.ts'
import { namesIn } from '../library/index.ts'

export const animalQuery = (id: string) =>
  queryOptions({
    queryKey: ['animals', id],
    queryFn: async () => (await api.get('/veterinary-record-animals/{id}', { id })).data,
  })

/** All records of the animal with this RFID. */
export const animalsByRfidQuery = (rfid: string) =>
  queryOptions({
    queryKey: ['animals', 'rfid', rfid],
    queryFn: async () => (await api.get('/veterinary-record-animals', { 'filter[rfid]': rfid, per_page: 100 })).data,
  })

/** Adds or edits an animal through the outbox; resolves to 'sent' or 'waiting'. */
export const useSaveAnimal = (ticketId: string) =>
  useMutation({
    mutationFn: ({ id, isNew, facts }: { id: string; isNew: boolean; facts: AnimalFacts }) =>
      outbox.submit((isNew ? changes.addAnimal : changes.editAnimal)(ticketId, id, facts), namesIn(facts)),
  })

export const useDeleteAnimal = (ticketId: string) =>
  useMutation({ mutationFn: (id: string) => outbox.remove(changes.deleteAnimal(ticketId, id)) })

/** Edits an animal directly, not through the outbox. */
export function useChangeAnimal() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...facts }: AnimalFacts & { id: string }) =>
      api.put('/veterinary-record-animals/{id}', facts, { id }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['animals'] })
      await queryClient.invalidateQueries({ queryKey: ['post-mortems'] })
    },
  })
}
