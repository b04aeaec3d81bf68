import { useMutation } from '@tanstack/react-query'
import type { Photo } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { deleteDraft, listDrafts } from '../../api/form-drafts.ts'
import { outbox } from '../../api/outbox.ts'
import { outboxChanges, type PhotoFields } from '../../api/outbox-changes.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { queryClient } from '../../api/query-client.ts'
import { errorMessage, toast } from '../../ui/toast.ts'

/** Refetches the open post-mortem, which contains its photos. */
export const refreshPhotos = () => queryClient.invalidateQueries({ queryKey: ['post-mortems', 'one'] })
/** Refetches signed URLs that have expired; several broken images share one request. */
export const renewPhotoUrls = () =>
  queryClient.invalidateQueries({ queryKey: ['post-mortems', 'one'] }, { cancelRefetch: false })
/** Refetches everything that shows or counts photos. */
export const refreshCounts = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['post-mortems'] }),
    queryClient.invalidateQueries({ queryKey: ['animals'] }),
  ])

/** The name of the draft of a drawing on a photo. */
export const drawingDraftOf = (photoId: string) => `drawing ${photoId}`

/** Deletes what any tab has drawn on a photo. */
async function deleteDrawings(photoId: string): Promise<void> {
  const names = (await listDrafts()).map(({ form }) => form)
  await Promise.all(names.filter((name) => name.startsWith(drawingDraftOf(photoId))).map((name) => deleteDraft(name)))
}

export const useDeletePhoto = () =>
  useMutation({
    mutationFn: (id: string) => api.delete('/medias/{id}', { id }),
    onSuccess: (_deleted, id) => Promise.all([deleteDrawings(id), refreshCounts()]),
  })

/**
 * Changes caption or markup of a photo through the outbox. The change is shown at once. No form holds it any more, so it
 * stays in the outbox if it is refused.
 */
export const useEditPhoto = (postMortemId: string) =>
  useMutation({
    mutationFn: ({ photo, change }: { photo: Pick<Photo, 'id' | 'media_attachable_id'>; change: PhotoFields }) =>
      outbox.submit(outboxChanges.editPhoto(postMortemId, photo, change), {}, { shown: true, takeBack: () => false }),
    onError: (failure) => toast.failure(errorMessage(failure, texts.failure.savePhoto)),
  })

/** Whether the animal exists only on this device, so that the server has no photos of it. */
export const useIsUnsent = (animalId: string) =>
  useOutbox().unsent.some((entry) => entry.kind === 'add animal' && entry.animalId === animalId)
