import { constants } from '@chisholm/domain/constants'
import { sampleMedia } from '@chisholm/domain/samples'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { BodyOf } from '../../api/call-types.ts'
import { outboxChanges, type SampleInput } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outbox } from '../../api/outbox.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { readableOffline } from '../../api/readable-offline.ts'

// The keys begin like that of the tickets, so that samples are refetched when tickets change.
const samplesQuery = (postMortemId: string) =>
  queryOptions({
    queryKey: ['post-mortems', 'samples', postMortemId],
    queryFn: async () =>
      (await api.get('/samples', { 'filter[veterinary_record_id]': postMortemId, per_page: constants.maxPageSize }))
        .data,
    meta: readableOffline,
  })

export type UnsentSample = Extract<OutboxEntry, { kind: 'add sample' }>

/** The samples of a ticket, including unsent ones of this device. */
export function useSamples(postMortemId: string, enabled: boolean) {
  const { visible } = useOutbox()
  const query = useQuery({ ...samplesQuery(postMortemId), enabled })
  const unsent = visible.filter(
    (entry): entry is UnsentSample =>
      entry.kind === 'add sample' &&
      entry.postMortemId === postMortemId &&
      !query.data?.some(({ id }) => id === entry.sampleId),
  )
  // a sample that was continued before it was sent has several entries
  const newest = unsent.filter(({ id, sampleId }) => unsent.findLast((entry) => entry.sampleId === sampleId)?.id === id)
  return { query, unsent: newest }
}

/** The files with results of these samples. */
export const sampleFilesQuery = (postMortemId: string, sampleIds: string[]) =>
  queryOptions({
    queryKey: ['post-mortems', 'samples', postMortemId, 'files', sampleIds],
    queryFn: async () => {
      const ofSamples = {
        'filter[media_attachable_type]': sampleMedia,
        'filter[media_attachable_id]': sampleIds.join(','),
      }
      return (await api.get('/medias', { ...ofSamples, per_page: constants.maxPageSize })).data
    },
    enabled: sampleIds.length > 0,
    placeholderData: keepPreviousData,
  })

export const waitingSamplesQuery = (page: number) =>
  queryOptions({
    queryKey: ['post-mortems', 'samples', 'waiting', page],
    queryFn: () => api.get('/samples', { 'filter[result_at:isnull]': 'true', sort: 'sent_at,label', page }),
    refetchOnWindowFocus: 'always',
    meta: readableOffline,
  })

/** Finds the sample with this label. */
export const findSample = async (label: string) =>
  (await api.get('/samples', { 'filter[label]': label, per_page: 1 })).data[0]

/** Adds a sample, even while offline. @param kindName  shown until it is sent */
export const useAddSample = (postMortemId: string) =>
  useMutation({
    mutationFn: ({ sample, kindName }: { sample: SampleInput; kindName: string }) =>
      outbox.submit(
        outboxChanges.addSample(postMortemId, sample),
        { [sample.sample_kind_id]: kindName },
        { shown: true },
      ),
  })

export function useChangeSample() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: BodyOf<'put', '/samples/{id}'> }) =>
      api.put('/samples/{id}', change, { id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['post-mortems', 'samples'] }),
  })
}

export function useDeleteSample() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete('/samples/{id}', { id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['post-mortems', 'samples'] }),
  })
}

/** Files with results, and the idempotency key under which they are sent, however often. */
export interface SampleFiles {
  files: File[]
  key: string
}

export function useAddSampleFiles(sampleId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ files, key }: SampleFiles) => {
      const form = new FormData()
      form.set('media_attachable_type', sampleMedia)
      form.set('media_attachable_id', sampleId)
      for (const file of files) form.append('image[]', file)
      return api.upload('/medias', { form, key, onProgress: () => {}, stallTimeout: constants.requestTimeout })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['post-mortems', 'samples'] }),
  })
}

export function useDeleteSampleFile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete('/medias/{id}', { id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['post-mortems', 'samples'] }),
  })
}
