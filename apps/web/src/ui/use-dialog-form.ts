import { type DraftFormOptions, useDraftForm } from './use-draft-form.ts'
import { useIsMounted } from './use-is-mounted.ts'

interface DialogFormOptions<T, Result> extends DraftFormOptions<T, Result> {
  /** Closes the dialog. */
  onDone: () => void
}

/**
 * Form in a dialog that closes once saved, unless something was typed or it was closed meanwhile. What was typed stays on this device if
 * the dialog is closed by a tap beside it or the session ends; Cancel discards it. Pass `dialogFormProps` to DialogForm.
 */
export function useDialogForm<T extends object, Result>({ onDone, ...options }: DialogFormOptions<T, Result>) {
  const isMounted = useIsMounted()
  const form = useDraftForm({
    ...options,
    onSuccess: async (result) => {
      await options.onSuccess?.(result)
      // otherwise it would close another dialog that was opened in its place
      if (!form.isDirty() && isMounted()) onDone()
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
