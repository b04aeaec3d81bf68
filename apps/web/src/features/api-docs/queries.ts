import { queryOptions } from '@tanstack/react-query'
import { fetchFile } from '../../api/download.ts'
import { session } from '../../api/session.ts'
import type { ApiDocument } from './openapi-document.ts'

/** The server may require a sign-in for the OpenAPI document. */
export const apiDocumentQuery = () =>
  queryOptions({
    queryKey: ['api-document', session.read()?.uuid ?? ''],
    queryFn: async (): Promise<ApiDocument> => (await fetchFile('/openapi.json')).json(),
    retry: false,
  })
