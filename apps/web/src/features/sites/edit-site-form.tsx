import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import type { Site } from '@chisholm/domain/schemas'
import { customerOrSiteTexts } from '../customers/index.ts'
import { siteTexts } from './site-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { useCustomerOrSiteForm } from '../customers/index.ts'

const maxLength = constants.siteNameMax

/** Edits name, city and region of a site. */
export function EditSiteForm({ site: { id, name, city, region } }: { site: Site }) {
  const before = { name, city: city ?? '', region: region ?? '' }
  const form = useCustomerOrSiteForm(before, (typed) => api.put('/sites/{id}', typed, { id }))
  return (
    <CardSection title={siteTexts.details}>
      <form className="stack" {...form.formProps}>
        <TextInput
          label={customerOrSiteTexts.name}
          {...form.getInputProps('name')}
          maxLength={maxLength}
          autoComplete="off"
        />
        <div className="two">
          <TextInput
            label={customerOrSiteTexts.city}
            {...form.getInputProps('city')}
            maxLength={maxLength}
            autoComplete="off"
          />
          <TextInput
            label={customerOrSiteTexts.region}
            {...form.getInputProps('region')}
            maxLength={maxLength}
            autoComplete="off"
          />
        </div>
        <Button type="submit" variant="default" loading={form.isSubmitting}>
          {uiTexts.save}
        </Button>
      </form>
      {form.guard}
    </CardSection>
  )
}
