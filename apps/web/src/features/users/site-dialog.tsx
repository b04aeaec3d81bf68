import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { offeredSitesQuery } from './admin-queries.ts'

interface SiteDialogProps {
  opened: boolean
  people: number
  onClose: () => void
  onChosen: (siteId: string) => void
}

/** Asks for the site that the selected users get access to. */
export const SiteDialog = ({ opened, people, onClose, onChosen }: SiteDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={userTexts.bulk.site.title(people)}>
    {opened && <SiteForm onClose={onClose} onChosen={onChosen} />}
  </Dialog>
)

function SiteForm({ onClose, onChosen }: Pick<SiteDialogProps, 'onClose' | 'onChosen'>) {
  const sites = useQuery(offeredSitesQuery())
  const [chosen, setChosen] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  if (sites.isPending) return <Skeletons height={44} count={2} />
  if (!sites.data) return <FailedState text={texts.failure.getSites} retry={() => void sites.refetch()} />
  return (
    <DialogForm
      verb={userTexts.bulk.site.verb}
      busy={false}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) onChosen(chosen)
        else setMissing(true)
      }}
    >
      <p className="hint">{userTexts.bulk.site.text}</p>
      <SelectField
        label={userTexts.bulk.site.label}
        value={chosen}
        onChange={setChosen}
        choices={sites.data.map(({ id, name, customer }) => ({ value: id, label: `${customer.name} - ${name}` }))}
        error={isMissing && !chosen ? texts.validation.siteRequired : undefined}
      />
    </DialogForm>
  )
}
