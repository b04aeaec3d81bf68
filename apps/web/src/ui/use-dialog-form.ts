import { type DraftFormOptions, useDraftForm } from './use-draft-form.ts'

interface DialogFormOptions<T, Result> extends DraftFormOptions<T, Result> {
  /** Closes the dialog. */
  onDone: () => void
}

/**
 * Form in a dialog that closes once saved, unless something was typed meanwhile. What was typed stays on this device if
 * the dialog is closed by a tap beside it or the session ends; Cancel discards it. Pass `dialogFormProps` to DialogForm.
 */
export function useDialogForm<T extends object, Result>({ onDone, ...options }: DialogFormOptions<T, Result>) {
  const form = useDraftForm({
    ...options,
    onSuccess: async (result) => {
      await options.onSuccess?.(result)
      if (!form.isDirty()) onDone()
    },
  })
  const discardAndClose = () => {
    void form.discardDraft()
    onDone()
  }
  return {
    ...form,
    discardAndClose,
    dialogFormProps: { ...form.formProps, isSubmitting: form.isSubmitting, onCancel: discardAndClose },
  }
}
