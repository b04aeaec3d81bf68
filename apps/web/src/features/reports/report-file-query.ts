import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { fetchPdf } from '../../api/download.ts'
import { readableOffline } from '../../api/readable-offline.ts'

/** In place of a version's id: the current draft of the report. */
export const draftVersion = 'draft'

/**
 * The PDF of a report.
 * @param version  id of an issued version, or `draft`; undefined: the newest one
 */
export const reportFileQuery = (postMortemId: string, version: string | undefined) =>
  queryOptions({
    queryKey: ['report', postMortemId, version ?? null],
    queryFn: () => (version === undefined ? fetchNewest(postMortemId) : fetchVersion(postMortemId, version)),
    ...(version === draftVersion ? { staleTime: 0, gcTime: 0 } : { meta: readableOffline }),
  })

async function fetchVersion(postMortemId: string, version: string) {
  const pdf =
    version === draftVersion
      ? await fetchPdf('/post-mortems/{id}/report-preview', { id: postMortemId })
      : await fetchPdf('/report-versions/{id}', { id: version })
  return new Uint8Array(await pdf.arrayBuffer())
}

async function fetchNewest(postMortemId: string) {
  const { report } = await api.get('/post-mortems/{id}/report', { id: postMortemId })
  return Uint8Array.from(atob(report.report_data), (letter) => letter.charCodeAt(0))
}
