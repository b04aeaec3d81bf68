import { Modal, type ModalProps } from '@mantine/core'
import { Later } from './later.tsx'

/** A dialog over the page. Most are never opened: the page is drawn without them, and they follow. */
export const Dialog = (props: ModalProps) => (
  <Later>
    <Modal {...props} />
  </Later>
)
