import type { ReactNode } from 'react'
import type { PostMortem } from '@chisholm/domain/shapes'
import { Page } from '../../ui/page.tsx'
import type { TicketSearch } from './ticket.tsx'

/** Props of every step. */
export interface StepProps {
  ticket: PostMortem
  vetRoute: boolean
  beside: boolean
  go: (step: TicketSearch) => void
  /** Called after confirmation. */
  onDelete: () => void
}

interface StepFrameProps {
  title: string
  beside: boolean
  back?: string | true
  foot?: ReactNode
  children: ReactNode
}

/** A step as a page of its own, or in the detail pane with its buttons below. */
export function StepFrame({ title, beside, back = true, foot, children }: StepFrameProps) {
  if (!beside)
    return (
      <Page title={title} back={back} foot={foot} ownHeading>
        {children}
      </Page>
    )
  return (
    <div className="stack">
      {children}
      {foot && <div className="row">{foot}</div>}
    </div>
  )
}
