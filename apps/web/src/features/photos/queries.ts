import { queryOptions, useMutation } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { api } from '../../api/client.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { queryClient } from '../../api/query-client.ts'
import type { PhotoDraft } from './kept-drafts.ts'

/** A page of the photos of an animal. */
export const photosQuery = (animalId: string, page: number) =>
  queryOptions({
    queryKey: ['photos', animalId, page],
    queryFn: () =>
      api.get('/medias', {
        'filter[media_attachable_type]': 'VeterinaryRecordAnimal',
        'filter[media_attachable_id]': animalId,
        page,
        per_page: constants.photosPageSize,
      }),
  })

/** Up to a few hundred photos of several animals, in one request; their addresses last longer than this is kept. */
export const photosOfAnimalsQuery = (animals: readonly { id: string; photos: number }[]) => {
  const ids = animals.map(({ id }) => id).join(',')
  const count = animals.reduce((sum, { photos }) => sum + photos, 0)
  return queryOptions({
    // photos that come or go change the number
    queryKey: ['photos', 'of animals', ids, count],
    queryFn: async () => {
      const asked = { 'filter[media_attachable_id]': ids, per_page: Math.min(count, constants.photosOfListMax) }
      return (await api.get('/medias', asked)).data
    },
    enabled: count > 0,
    staleTime: 300_000,
  })
}

/**
 * Sends one draft under the id made here: sent twice it is one photo.
 * @param onProgress  called with a share from 0 to 1
 */
export function uploadPhoto({ id, animalId, file, key }: PhotoDraft, onProgress: (share: number) => void) {
  const form = new FormData()
  form.set('id', id)
  form.set('name', file.name)
  form.set('media_attachable_type', 'VeterinaryRecordAnimal')
  form.set('media_attachable_id', animalId)
  form.set('image', file)
  return api.upload('/medias', { form, key, onProgress })
}

/** Photos come and go: their lists are read anew, and what counts them. */
export const refreshPhotos = (animalId: string) => queryClient.invalidateQueries({ queryKey: ['photos', animalId] })
export const refreshCounts = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['post-mortems'] }),
    queryClient.invalidateQueries({ queryKey: ['animals'] }),
  ])

export const useDeletePhoto = (animalId: string) =>
  useMutation({
    mutationFn: (id: string) => api.delete('/medias/{id}', { id }),
    onSuccess: async () => {
      await refreshPhotos(animalId)
      void refreshCounts()
    },
  })

/** Whether an animal lies on this device alone, so that the server has no photos of it. */
export const useIsUnsent = (animalId: string) =>
  useOutbox().waiting.some((entry) => entry.kind === 'add animal' && entry.animalId === animalId)
