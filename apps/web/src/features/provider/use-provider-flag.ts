import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { cachedProvider } from '../../api/cached-provider.ts'
import { api } from '../../api/client.ts'
import { toast, toastFailure } from '../../ui/toast.ts'
import { providerQuery } from '../sites/index.ts'

/** Turns a setting of the practice on or off at once. */
export function useProviderFlag(name: 'benchmark' | 'case_photos') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => api.put('/provider', { [name]: isOn ? 1 : 0 }),
    // one after the other, so that the last click counts
    scope: { id: 'provider flag' },
    onSuccess: ({ data }) => {
      cachedProvider.write(data)
      queryClient.setQueryData(providerQuery().queryKey, data)
      toast.success(texts.success.dataUpdated)
    },
    onError: toastFailure(texts.failure.saveProvider),
  })
}
