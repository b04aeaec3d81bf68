import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface LinkRowProps {
  to: string
  title: string
  hint?: ReactNode
  Icon?: typeof IconChevronRight
  /** Rendered next to the title. */
  children?: ReactNode
}

/** List row; the whole card is a link. */
export const LinkRow = ({ to, title, hint, Icon, children }: LinkRowProps) => (
  <Link to={to} className="card">
    <span className="row" style={{ flexWrap: 'nowrap' }}>
      {Icon && <Icon size={26} stroke={1.6} aria-hidden />}
      <span className="grow">
        <span className="row between" style={{ gap: '4px 10px' }}>
          <b>{title}</b>
          {children}
        </span>
        {hint && <span className="hint">{hint}</span>}
      </span>
      <IconChevronRight size={20} aria-hidden style={{ flex: 'none' }} />
    </span>
  </Link>
)
