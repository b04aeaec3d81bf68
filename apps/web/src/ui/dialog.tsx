import { Modal, type ModalProps } from '@mantine/core'
import { Later } from './later.tsx'

/** Modal, rendered after the page: most dialogs are never opened. */
export const Dialog = (props: ModalProps) => (
  <Later>
    <Modal {...props} />
  </Later>
)
