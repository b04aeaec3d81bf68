import { Checkbox } from '@mantine/core'
import type { ProviderAnswer } from '@chisholm/domain/schemas/provider'
import { CardSection } from '../../ui/card-section.tsx'
import { benchmarkTexts } from './benchmark-texts.ts'
import { useProviderFlag } from './use-provider-flag.ts'

/** Turns the comparison of customers on and off, and lists the shared data. */
export function BenchmarkSection({ provider }: { provider: ProviderAnswer }) {
  const change = useProviderFlag('benchmark')
  return (
    <CardSection title={benchmarkTexts.title} hint={benchmarkTexts.hint}>
      <ul style={{ margin: 0 }}>
        {benchmarkTexts.shared.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Checkbox
        label={benchmarkTexts.label}
        checked={change.isPending ? change.variables : provider.benchmark}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </CardSection>
  )
}
