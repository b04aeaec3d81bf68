import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '../../api/call-types.ts'
import { api } from '../../api/client.ts'
import { pageOfList } from '../../api/page-by-page.ts'
import { useInvalidatingMutation } from '../../api/use-invalidating-mutation.ts'

const key = ['teaching-cases'] as const

/** A page of the library, of one diagnosis or of all. */
export const casesQuery = (diagnosis: string | undefined, page: number) =>
  queryOptions({
    ...pageOfList([...key, 'page', diagnosis ?? '', page]),
    queryFn: () =>
      api.get('/teaching-cases', { page, per_page: 20, ...(diagnosis && { 'filter[diagnosis_id]': diagnosis }) }),
  })

/** The case of an animal, for its form. It is not refetched during editing. */
export const caseOfAnimalQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'animal', id],
    queryFn: async () => (await api.get('/veterinary-record-animals/{id}/teaching-case', { id })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The photos of an animal. */
export const photosOfAnimalQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'photos', id],
    queryFn: async () => (await api.get('/medias', { 'filter[media_attachable_id]': id, per_page: 100 })).data,
    gcTime: 0,
  })

const useCaseMutation = <Input>(call: (input: Input) => Promise<unknown>) =>
  useInvalidatingMutation([...key, 'page'], call)

export const useShareCase = (id: string) =>
  useCaseMutation((body: BodyOf<'put', '/veterinary-record-animals/{id}/teaching-case'>) =>
    api.put('/veterinary-record-animals/{id}/teaching-case', body, { id }),
  )

export const useWithdrawCase = (id: string) =>
  useCaseMutation(() => api.delete('/veterinary-record-animals/{id}/teaching-case', { id }))
