import type { ReactNode } from 'react'
import type { PostMortem } from '@chisholm/domain/schemas'
import { Page } from '../../ui/page.tsx'
import { useDangerWarning } from './danger-warning.tsx'
import type { StepSearch } from './step-search-params.ts'

export interface StepProps {
  postMortem: PostMortem
  vetRoute: boolean
  inSplitView: boolean
  goToStep: (step: StepSearch) => void
  /** Called after the user has confirmed the deletion. */
  onDelete: () => void
}

interface StepLayoutProps {
  title: string
  inSplitView: boolean
  back?: string | true
  foot?: ReactNode
  children: ReactNode
}

/** Shows a step as a page, or in the detail pane with its buttons below. */
export function StepLayout({ title, inSplitView, back = true, foot, children }: StepLayoutProps) {
  const { banner } = useDangerWarning()
  if (!inSplitView)
    return (
      <Page title={title} back={back} foot={foot} ownHeading>
        {banner}
        {children}
      </Page>
    )
  return (
    <div className="stack">
      {banner}
      {children}
      {foot && <div className="split-view-foot">{foot}</div>}
    </div>
  )
}
