import { Button } from '@mantine/core'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { SiteFields } from './site-fields.tsx'
import { SiteLocationFields } from './site-location-fields.tsx'
import { siteTexts } from './site-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { useZone } from '../../api/cached-provider.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { useCustomerOrSiteForm } from '../customers/index.ts'

export function EditSiteForm({ site }: { site: Site }) {
  const { id, name, city, region, address, directions, phone, latitude, longitude, time_zone } = site
  const practiceZone = useZone()
  const before = {
    name,
    city: city ?? '',
    region: region ?? '',
    address: address ?? '',
    directions: directions ?? '',
    phone: phone ?? '',
    latitude: latitude?.toString() ?? '',
    longitude: longitude?.toString() ?? '',
    time_zone: time_zone === practiceZone ? null : time_zone,
  }
  const form = useCustomerOrSiteForm(`site ${id}`, before, (_, changed) => api.put('/sites/{id}', changed, { id }))
  return (
    <CardSection title={siteTexts.details}>
      <form className="stack" {...form.formProps}>
        <SiteFields form={form} />
        <SiteLocationFields form={form} />
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {uiTexts.save}
        </Button>
      </form>
      {form.guard}
    </CardSection>
  )
}
