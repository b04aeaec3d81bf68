import { queryOptions, useMutation } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { api } from '../../api/client.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { queryClient } from '../../api/query-client.ts'
import type { PhotoDraft } from './photo-draft-store.ts'

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
    meta: readableOffline,
  })

/** Photos of several animals in one request. Their signed URLs outlive `staleTime`. */
export const photosOfAnimalsQuery = (animals: readonly { id: string; photos: number }[]) => {
  const ids = animals.map(({ id }) => id).join(',')
  const count = animals.reduce((sum, { photos }) => sum + photos, 0)
  return queryOptions({
    // refetches when photos were added or removed
    queryKey: ['photos', 'of animals', ids, count],
    queryFn: async () => {
      const params = { 'filter[media_attachable_id]': ids, per_page: Math.min(count, constants.maxPhotosPerPage) }
      return (await api.get('/medias', params)).data
    },
    enabled: count > 0,
    staleTime: 300_000,
    meta: readableOffline,
  })
}

/**
 * Uploads a draft under its client-made id, so that a repeated upload creates one photo.
 * @param onProgress  called with a fraction from 0 to 1
 */
export function uploadPhoto({ id, animalId, file, key }: PhotoDraft, onProgress: (fraction: number) => void) {
  const form = new FormData()
  form.set('id', id)
  form.set('name', file.name)
  form.set('media_attachable_type', 'VeterinaryRecordAnimal')
  form.set('media_attachable_id', animalId)
  form.set('image', file)
  return api.upload('/medias', { form, key, onProgress })
}

/** Refetch lists and counters after photos changed. */
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

/** Whether the animal exists on this device only, so that the server has no photos of it. */
export const useIsUnsent = (animalId: string) =>
  useOutbox().unsent.some((entry) => entry.kind === 'add animal' && entry.animalId === animalId)
