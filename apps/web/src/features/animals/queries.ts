import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { api } from '../../api/client.ts'
import { type AnimalInput, outboxChanges, type VetDiagnosisFields } from '../../api/outbox-changes.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { outbox } from '../../api/outbox.ts'
import { cachedDangerSigns, cachedNamesOfIds } from '../library/index.ts'

export const animalQuery = (id: string) =>
  queryOptions({
    queryKey: ['animals', id],
    queryFn: async () => (await api.get('/veterinary-record-animals/{id}', { id })).data,
    meta: readableOffline,
  })

export const animalsByRfidQuery = (rfid: string) =>
  queryOptions({
    queryKey: ['animals', 'rfid', rfid],
    queryFn: async () =>
      // cast: without `view` they are not cards
      (await api.get('/veterinary-record-animals', { 'filter[rfid]': rfid, per_page: 100 })).data as Animal[],
    meta: readableOffline,
  })

/** Adds or edits an animal through the outbox. Resolves to 'sent' or 'waiting'. */
export const useSaveAnimal = (postMortemId: string) =>
  useMutation({
    mutationFn: ({ id, isNew, fields }: { id: string; isNew: boolean; fields: AnimalInput }) =>
      outbox.submit(
        (isNew ? outboxChanges.addAnimal : outboxChanges.editAnimal)(
          postMortemId,
          id,
          fields,
          fields.danger_sign_ids && cachedDangerSigns(fields.danger_sign_ids),
        ),
        cachedNamesOfIds(fields),
      ),
  })

export const useDeleteAnimal = (postMortemId: string) =>
  useMutation({ mutationFn: (id: string) => outbox.remove(outboxChanges.deleteAnimal(postMortemId, id)) })

/** Saves a veterinarian's findings, with the values seen before. Resolves like `outbox.submit`. */
export const useDiagnoseAnimal = ({ id, veterinary_record_id: postMortemId }: Animal) =>
  useMutation({
    mutationFn: (change: { body: Partial<VetDiagnosisFields>; base: Partial<VetDiagnosisFields> }) =>
      outbox.submit(outboxChanges.diagnoseAnimal(postMortemId, id, change), cachedNamesOfIds(change.body)),
  })
