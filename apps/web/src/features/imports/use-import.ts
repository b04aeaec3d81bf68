import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportKind } from '@chisholm/domain/import-columns'
import { api } from '../../api/client.ts'
import type { ResponseOf } from '../../api/call-types.ts'

export type ImportOutcome = ResponseOf<'upload', '/imports/users'>['data']

interface ImportRequest {
  kind: ImportKind
  file: File
  apply: boolean
  mail: boolean
}

/** Uploads a file, as a preview or to apply it. */
export function useImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, file, apply, mail }: ImportRequest) => {
      const form = new FormData()
      form.set('file', file)
      const upload = { form, key: crypto.randomUUID(), onProgress: () => {} }
      const flags = { apply: apply ? '1' : '0' } as const
      if (kind === 'users')
        return (await api.upload('/imports/users', upload, { ...flags, mail: mail ? '1' : '0' })).data
      return (await api.upload(`/imports/${kind}`, upload, flags)).data
    },
    // Any list may have changed.
    onSuccess: ({ applied }) => applied && client.invalidateQueries(),
  })
}
