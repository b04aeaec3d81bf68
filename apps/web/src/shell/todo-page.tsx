import { EmptyState } from '../ui/faces.tsx'
import { Page } from '../ui/page.tsx'

/** Kept for old links (specification 2.2). */
export const TodoPage = () => (
  <Page title="To do">
    <EmptyState text="Nothing to do here." />
  </Page>
)
