import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { SiteFields, siteTexts } from '../sites/index.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import { newId } from '../../api/new-id.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useRefreshCustomersAndSites } from './admin-queries.ts'

interface NewSiteDialogProps {
  customer: { id: string; name: string }
  opened: boolean
  onClose: () => void
}

/** A click outside the dialog asks before it discards input. */
export function NewSiteDialog({ customer, opened, onClose }: NewSiteDialogProps) {
  const [initialValues] = useState(() => ({ id: newId(), name: '', city: '', region: '' }))
  const refreshCustomersAndSites = useRefreshCustomersAndSites()
  const { ask, dialog } = useConfirm()
  const form = useDraftForm({
    draftName: `new-site ${customer.id}`,
    initialValues,
    required: { name: texts.validation.nameRequired },
    failureText: siteTexts.failedToAdd,
    onSubmit: (typed) =>
      createOrChange(
        typed,
        (body) => api.post('/sites', { ...body, customer_id: customer.id }),
        (id, { id: _, ...body }) => api.put('/sites/{id}', body, { id }),
      ),
    onSuccess: async ({ message }) => {
      await refreshCustomersAndSites()
      toast.success(message ?? texts.success.siteAdded)
      // Otherwise, something was typed while the site was saved.
      if (!form.isDirty()) onClose()
    },
  })
  const close = async () => {
    // Escape would also close the confirmation, so this opens after the key event.
    await new Promise((resolve) => setTimeout(resolve))
    const { unsavedChanges: title } = texts.other
    const question = { title, text: uiTexts.changesAreLost, confirmLabel: uiTexts.leave, isDangerous: true }
    if (form.isDirty() && !(await ask(question))) return
    await form.discardDraft()
    onClose()
  }
  return (
    <>
      <Dialog opened={opened} onClose={() => void close()} title={siteTexts.new(customer.name)}>
        <DialogForm
          submitLabel={siteTexts.add}
          isSubmitting={form.isSubmitting}
          onCancel={() => void close()}
          {...form.formProps}
        >
          <SiteFields form={form} />
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  )
}
