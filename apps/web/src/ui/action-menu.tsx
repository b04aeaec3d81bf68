import { Menu, type MenuProps } from '@mantine/core'
import { useState } from 'react'
import { useCloseOnBack } from './use-close-on-back.ts'

/** Menu that Back closes. */
export function ActionMenu({ opened, onChange, ...props }: MenuProps) {
  const [isOpenByItself, setIsOpenByItself] = useState(false)
  const isOpen = opened ?? isOpenByItself
  const setOpen = onChange ?? setIsOpenByItself
  useCloseOnBack(isOpen, () => setOpen(false))
  return <Menu opened={isOpen} onChange={setOpen} {...props} />
}
