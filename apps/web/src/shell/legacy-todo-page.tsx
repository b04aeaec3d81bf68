import { EmptyState } from '../ui/states.tsx'
import { Page } from '../ui/page.tsx'
import { shellTexts } from './shell-texts.ts'

/** This page exists for old links (specification 2.2). */
export const LegacyTodoPage = () => (
  <Page title={shellTexts.todo}>
    <EmptyState text={shellTexts.nothingToDo} />
  </Page>
)
