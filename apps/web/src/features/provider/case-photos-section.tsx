import { Checkbox } from '@mantine/core'
import type { ProviderAnswer } from '@chisholm/domain/schemas/provider'
import { CardSection } from '../../ui/card-section.tsx'
import { providerTexts } from './provider-texts.ts'
import { useProviderFlag } from './use-provider-flag.ts'

/** Turns the photos of teaching cases on and off. */
export function CasePhotosSection({ provider }: { provider: ProviderAnswer }) {
  const change = useProviderFlag('case_photos')
  return (
    <CardSection title={providerTexts.casePhotos} hint={providerTexts.casePhotosHint}>
      <Checkbox
        label={providerTexts.casePhotosLabel}
        checked={change.isPending ? change.variables : provider.case_photos}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </CardSection>
  )
}
