import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import type { Site } from '@chisholm/domain/shapes'
import { customerOrSiteTexts } from '../customers/customer-or-site-texts.ts'
import { siteTexts } from './site-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { Part } from '../../ui/part.tsx'
import { usePlaceForm } from '../customers/index.ts'

const maxLength = constants.placeNameMax

/** Edits name, city and region of a site. */
export function SiteForm({ site: { id, name, city, region } }: { site: Site }) {
  const before = { name, city: city ?? '', region: region ?? '' }
  const form = usePlaceForm(before, (typed) => api.put('/sites/{id}', typed, { id }))
  return (
    <Part title={siteTexts.details}>
      <form className="stack" {...form.frame}>
        <TextInput label={customerOrSiteTexts.name} {...form.field('name')} maxLength={maxLength} autoComplete="off" />
        <div className="two">
          <TextInput
            label={customerOrSiteTexts.city}
            {...form.field('city')}
            maxLength={maxLength}
            autoComplete="off"
          />
          <TextInput
            label={customerOrSiteTexts.region}
            {...form.field('region')}
            maxLength={maxLength}
            autoComplete="off"
          />
        </div>
        <Button type="submit" variant="default" loading={form.busy}>
          {uiTexts.save}
        </Button>
      </form>
      {form.guard}
    </Part>
  )
}
