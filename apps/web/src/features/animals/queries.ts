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

interface AnimalChange {
  id: string
  isNew: boolean
  fields: AnimalInput
  /** Of an animal that exists: the values that were seen in the same fields. */
  base?: AnimalInput
}

/** Adds or edits an animal through the outbox. Resolves like `outbox.submit`. */
export const useSaveAnimal = (postMortemId: string) =>
  useMutation({
    mutationFn: ({ id, isNew, fields, base }: AnimalChange) => {
      const dangerSigns = fields.danger_sign_ids && cachedDangerSigns(fields.danger_sign_ids)
      const change = isNew
        ? outboxChanges.addAnimal(postMortemId, id, fields, dangerSigns)
        : outboxChanges.editAnimal(postMortemId, id, fields, { dangerSigns, base })
      return outbox.submit(change, cachedNamesOfIds(fields))
    },
  })

export const useDeleteAnimal = (postMortemId: string) =>
  useMutation({ mutationFn: (id: string) => outbox.remove(outboxChanges.deleteAnimal(postMortemId, id)) })

/** Saves a veterinarian's findings, with the values seen before. Resolves like `outbox.submit`. */
export const useDiagnoseAnimal = ({ id, veterinary_record_id: postMortemId }: Animal) =>
  useMutation({
    mutationFn: (change: { body: Partial<VetDiagnosisFields>; base: Partial<VetDiagnosisFields> }) =>
      outbox.submit(outboxChanges.diagnoseAnimal(postMortemId, id, change), cachedNamesOfIds(change.body)),
  })
