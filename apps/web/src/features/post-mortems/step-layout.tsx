import { type ReactNode, useRef } from 'react'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { Page } from '../../ui/page.tsx'
import { useFocusHeading } from '../../ui/use-focus-heading.ts'
import { useDangerWarning } from './danger-warning.tsx'
import type { StepSearch } from './step-search-params.ts'

export interface StepProps {
  postMortem: PostMortem
  vetRoute: boolean
  inSplitView: boolean
  /** @param replace  whether Back does not return to the step that is left */
  goToStep: (step: StepSearch, replace?: boolean) => void
  /** Called after the user has confirmed the deletion. */
  onDelete: () => void
}

interface StepLayoutProps {
  title: string
  inSplitView: boolean
  back?: string | true
  /** The animal that the step is about. */
  animalId?: string
  footer?: ReactNode
  children: ReactNode
}

/** Shows a step as a page, or in the detail pane with its buttons below. */
export function StepLayout({ title, inSplitView, back = true, animalId, footer, children }: StepLayoutProps) {
  const { renderBanner } = useDangerWarning()
  const pane = useRef<HTMLDivElement>(null)
  useFocusHeading(() => pane.current ?? document.getElementById('content'))
  if (!inSplitView)
    return (
      <Page title={title} back={back} footer={footer} ownHeading>
        {renderBanner(animalId)}
        {children}
      </Page>
    )
  return (
    <div className="stack" ref={pane}>
      {renderBanner(animalId)}
      {children}
      {footer && <div className="split-view-footer">{footer}</div>}
    </div>
  )
}
