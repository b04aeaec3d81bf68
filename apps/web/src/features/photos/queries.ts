import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { Many, Photo } from '@chisholm/domain/shapes'
import { api } from '../../api/client.ts'

/** A page of the photos of an animal. */
export const photosQuery = (animalId: string, page: number) =>
  queryOptions({
    queryKey: ['photos', animalId, page],
    queryFn: () =>
      api.get<Many<Photo>>('/medias', {
        'filter[media_attachable_type]': 'VeterinaryRecordAnimal',
        'filter[media_attachable_id]': animalId,
        page,
        per_page: constants.photosPageSize,
      }),
  })

/** Sends one file under an id made here: sent twice it is one photo. @param onProgress share from 0 to 1 */
export function uploadPhoto(animalId: string, id: string, file: File, onProgress: (share: number) => void) {
  const form = new FormData()
  form.set('id', id)
  form.set('name', file.name)
  form.set('media_attachable_type', 'VeterinaryRecordAnimal')
  form.set('media_attachable_id', animalId)
  form.set('image', file)
  return api.upload<{ data: Photo[] }>('/medias', form, onProgress)
}

export function useRefreshPhotos(animalId: string) {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['photos', animalId] })
    await queryClient.invalidateQueries({ queryKey: ['post-mortems'] })
  }
}
