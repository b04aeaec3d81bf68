import './logo-section.css'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProviderAnswer } from '@chisholm/domain/schemas/provider'
import { texts } from '@chisholm/domain/texts'
import { providerTexts } from './provider-texts.ts'
import { api } from '../../api/client.ts'
import { cachedProvider } from '../../api/cached-provider.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { providerQuery } from '../sites/index.ts'

function upload(image: File) {
  const form = new FormData()
  form.set('image', image)
  return api.upload('/provider/logo', { form, key: crypto.randomUUID(), onProgress: () => {} })
}

export function LogoSection({ provider }: { provider: ProviderAnswer }) {
  const { logo, name } = provider
  const fileInput = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (image: File | null) => (image ? upload(image) : api.delete('/provider/logo')),
    onSuccess: ({ data }) => {
      cachedProvider.write(data)
      queryClient.setQueryData(providerQuery().queryKey, data)
      toast.success(texts.success.dataUpdated)
    },
    onError: toastFailure(texts.failure.saveProvider),
  })
  return (
    <CardSection title={providerTexts.logo} hint={providerTexts.logoHint}>
      {logo && <img className="chosen-logo" src={logo} alt={providerTexts.logoOf(name)} />}
      <div className="part-actions">
        <Button variant="default" loading={change.isPending} onClick={() => fileInput.current?.click()}>
          {logo ? providerTexts.changeLogo : providerTexts.chooseLogo}
        </Button>
        {logo && (
          <Button variant="subtle" color="red" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {providerTexts.removeLogo}
          </Button>
        )}
      </div>
      <input
        ref={fileInput}
        hidden
        type="file"
        accept=".png,.jpg,.jpeg"
        aria-label={providerTexts.logo}
        onChange={(event) => {
          const [image] = event.currentTarget.files ?? []
          if (image) change.mutate(image)
          event.currentTarget.value = ''
        }}
      />
    </CardSection>
  )
}
