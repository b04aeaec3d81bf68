import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../ui-texts.ts'
import { EmptyState } from './faces.tsx'
import { Page } from './page.tsx'

/** A path that leads nowhere. */
export const NotFound = () => (
  <Page title={texts.other.notFoundPage}>
    <EmptyState
      text={texts.other.notFoundPage}
      action={
        <Button component={Link} to={'/' as string}>
          {uiTexts.home}
        </Button>
      }
    />
  </Page>
)
