import { Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProviderAnswer } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { cachedProvider } from '../../api/cached-provider.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { toast, errorMessage } from '../../ui/toast.ts'
import { providerQuery } from '../sites/index.ts'
import { benchmarkTexts } from './benchmark-texts.ts'

/** Turns the comparison of customers on and off, and says exactly what it shares. */
export function BenchmarkSection({ provider }: { provider: ProviderAnswer }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (isOn: boolean) => api.put('/provider', { benchmark: isOn ? 1 : 0 }),
    onSuccess: ({ data }) => {
      cachedProvider.write(data)
      queryClient.setQueryData(providerQuery().queryKey, data)
      toast.success(texts.success.dataUpdated)
    },
    onError: (failure) => toast.failure(errorMessage(failure, texts.failure.saveProvider)),
  })
  return (
    <CardSection title={benchmarkTexts.title} hint={benchmarkTexts.hint}>
      <ul>
        {benchmarkTexts.shared.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Checkbox
        label={benchmarkTexts.label}
        checked={change.isPending ? change.variables : provider.benchmark}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </CardSection>
  )
}
