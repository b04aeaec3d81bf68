import './disclosure.css'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface DisclosureProps {
  className: string
  title: ReactNode
  startsOpen?: boolean
  children: ReactNode
}

/** Collapsible section. Its content is mounted (and fetched) only while open. */
export function Disclosure({ className, title, startsOpen = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const [startedOpen, setStartedOpen] = useState(startsOpen)
  // Opens it if it is filled in later.
  if (startsOpen !== startedOpen) {
    setStartedOpen(startsOpen)
    if (startsOpen) setOpen(true)
  }
  return (
    <details
      className={`disclosure ${className}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <IconChevronRight size={20} aria-hidden />
        {title}
      </summary>
      {isOpen && children}
    </details>
  )
}
