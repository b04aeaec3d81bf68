import { queryOptions } from '@tanstack/react-query'
import { api, buildUrl } from '../../api/client.ts'
import { fetchFile } from '../../api/download.ts'
import { readableOffline } from '../../api/readable-offline.ts'

/** In place of the id of a version: what the report would say now. */
export const draftVersion = 'draft'

interface ReportFile {
  postMortemId: string
  /** Id of an issued version, or `draft`. Undefined: the newest one. */
  version: string | undefined
  /** Id of the newest version, as far as known. */
  newest: string | undefined
}

/** The PDF of a report. An issued version never changes, so only a draft is fetched each time. */
export const reportFileQuery = ({ postMortemId, version, newest }: ReportFile) =>
  queryOptions({
    queryKey: ['report', postMortemId, version ?? newest ?? null],
    queryFn: () => (version === undefined ? fetchNewest(postMortemId) : fetchPdf(addressOf(postMortemId, version))),
    ...(version === draftVersion ? { staleTime: 0, gcTime: 0 } : { meta: readableOffline }),
  })

const addressOf = (postMortemId: string, version: string) =>
  version === draftVersion
    ? buildUrl('/post-mortems/{id}/report-preview', { id: postMortemId })
    : buildUrl('/report-versions/{id}', { id: version })

async function fetchPdf(address: string) {
  const response = await fetchFile(`/api/v1${address}`, 'application/pdf')
  return new Uint8Array(await response.arrayBuffer())
}

async function fetchNewest(postMortemId: string) {
  const { report } = await api.get('/post-mortems/{id}/report', { id: postMortemId })
  return Uint8Array.from(atob(report.report_data), (letter) => letter.charCodeAt(0))
}
