import './fold.css'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface FoldProps {
  className: string
  title: ReactNode
  startsOpen?: boolean
  children: ReactNode
}

/** What opens at a touch. What stands in it is drawn, and asked for, only while it is open. */
export function Fold({ className, title, startsOpen = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <details className={`fold ${className}`} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={20} aria-hidden />
        {title}
      </summary>
      {isOpen && children}
    </details>
  )
}
