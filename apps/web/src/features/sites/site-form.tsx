import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import type { Site } from '@chisholm/domain/shapes'
import { adminTexts } from '../../admin-texts.ts'
import { api } from '../../api/client.ts'
import { Part } from '../../ui/part.tsx'
import { usePlaceForm } from '../customers/use-place-form.ts'

const maxLength = constants.placeNameMax

/** Edits name, city and region of a site. */
export function SiteForm({ site: { id, name, city, region } }: { site: Site }) {
  const before = { name, city: city ?? '', region: region ?? '' }
  const form = usePlaceForm(before, (typed) => api.put('/sites/{id}', typed, { id }))
  return (
    <Part title={adminTexts.sites.details}>
      <form className="stack" {...form.frame}>
        <TextInput label={adminTexts.name} {...form.field('name')} maxLength={maxLength} autoComplete="off" />
        <div className="two">
          <TextInput label={adminTexts.city} {...form.field('city')} maxLength={maxLength} autoComplete="off" />
          <TextInput label={adminTexts.region} {...form.field('region')} maxLength={maxLength} autoComplete="off" />
        </div>
        <Button type="submit" variant="default" loading={form.busy}>
          {adminTexts.save}
        </Button>
      </form>
      {form.guard}
    </Part>
  )
}
