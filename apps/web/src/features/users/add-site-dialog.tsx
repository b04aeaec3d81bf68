import { useQuery } from '@tanstack/react-query'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { QueryState } from '../../ui/states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { offeredSitesQuery } from './admin-queries.ts'

interface AddSiteDialogProps {
  opened: boolean
  userCount: number
  onClose: () => void
  onChosen: (siteId: string) => void
}

/** Asks for the site to which the selected users get access. */
export const AddSiteDialog = ({ opened, userCount, onClose, onChosen }: AddSiteDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={userTexts.bulk.site.title(userCount)}>
    {opened && <SiteForm onClose={onClose} onChosen={onChosen} />}
  </Dialog>
)

function SiteForm({ onClose, onChosen }: Pick<AddSiteDialogProps, 'onClose' | 'onChosen'>) {
  const sites = useQuery(offeredSitesQuery())
  const initialValues: { site: string | null } = { site: null }
  const form = useForm({
    initialValues,
    required: { site: texts.validation.siteRequired },
    onSubmit: async ({ site }) => site && onChosen(site),
    failureText: userTexts.bulk.failed,
  })
  if (!sites.data) return <QueryState query={sites} failureText={texts.failure.getSites} height={44} count={2} />
  return (
    <DialogForm submitLabel={userTexts.bulk.site.verb} isSubmitting={false} onCancel={onClose} {...form.formProps}>
      <p className="hint">{userTexts.bulk.site.text}</p>
      <SelectField
        searchable
        label={userTexts.bulk.site.label}
        {...form.getInputProps('site')}
        choices={sites.data.map(({ id, name, customer }) => ({ value: id, label: siteInFull(customer.name, name) }))}
      />
    </DialogForm>
  )
}
