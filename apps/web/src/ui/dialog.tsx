import { Modal, type ModalProps } from '@mantine/core'
import { Deferred } from './deferred.tsx'

/** Modal, rendered after the page: most dialogs are never opened. */
export const Dialog = (props: ModalProps) => (
  <Deferred>
    <Modal {...props} />
  </Deferred>
)
