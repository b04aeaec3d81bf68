import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Animal } from '@chisholm/domain/shapes'
import { api } from '../../api/client.ts'

/** What can be written on an animal; what is left out stays as it is. */
export type AnimalFacts = Partial<
  Pick<
    Animal,
    | 'tag'
    | 'rfid'
    | 'pen'
    | 'lot'
    | 'tag_color_id'
    | 'customer_record_at'
    | 'customer_notes'
    | 'customer_diagnosis_id'
    | 'customer_diagnosis_note'
    | 'vet_diagnosis_id'
    | 'vet_diagnosis_note'
    | 'vet_findings'
  >
>

export const animalQuery = (id: string) =>
  queryOptions({
    queryKey: ['animals', id],
    queryFn: async () => (await api.get('/veterinary-record-animals/{id}', { id })).data,
  })

/** Every record of the animal with this RFID. */
export const animalsByRfidQuery = (rfid: string) =>
  queryOptions({
    queryKey: ['animals', 'rfid', rfid],
    queryFn: async () => (await api.get('/veterinary-record-animals', { 'filter[rfid]': rfid, per_page: 100 })).data,
  })

const useRefresh = () => {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['animals'] })
    await queryClient.invalidateQueries({ queryKey: ['post-mortems'] })
  }
}

/** Adds an animal under an id made here, so that saving twice adds it once. */
export function useAddAnimal(ticketId: string) {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: ({ id, ...facts }: AnimalFacts & { id: string }) =>
      api.post('/veterinary-record-animals', { ...facts, id, veterinary_record_id: ticketId }),
    onSuccess,
  })
}

export function useChangeAnimal() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: ({ id, ...facts }: AnimalFacts & { id: string }) =>
      api.put('/veterinary-record-animals/{id}', facts, { id }),
    onSuccess,
  })
}

export function useDeleteAnimal() {
  const onSuccess = useRefresh()
  return useMutation({ mutationFn: (id: string) => api.delete('/veterinary-record-animals/{id}', { id }), onSuccess })
}
