import { Modal, type ModalProps } from '@mantine/core'
import { Deferred } from './deferred.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * Modal, rendered after the page: most dialogs are never opened. The focus returns to where it was, also if the dialog
 * is only rendered while it is open.
 */
export function Dialog(props: ModalProps) {
  useFocusReturn(props.opened)
  return (
    <Deferred>
      <Modal {...props} returnFocus={false} />
    </Deferred>
  )
}
