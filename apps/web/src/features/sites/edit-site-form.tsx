import { Button } from '@mantine/core'
import type { Site } from '@chisholm/domain/schemas'
import { SiteFields } from './site-fields.tsx'
import { siteTexts } from './site-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { useCustomerOrSiteForm } from '../customers/index.ts'

export function EditSiteForm({ site: { id, name, city, region } }: { site: Site }) {
  const before = { name, city: city ?? '', region: region ?? '' }
  const form = useCustomerOrSiteForm(before, (typed) => api.put('/sites/{id}', typed, { id }))
  return (
    <CardSection title={siteTexts.details}>
      <form className="stack" {...form.formProps}>
        <SiteFields form={form} />
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {uiTexts.save}
        </Button>
      </form>
      {form.guard}
    </CardSection>
  )
}
