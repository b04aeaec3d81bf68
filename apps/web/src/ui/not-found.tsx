import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../ui-texts.ts'
import { HeadOutline } from './mark.tsx'
import { Page } from './page.tsx'

export const NotFound = () => (
  <Page title={texts.other.notFoundPage} header={uiTexts.product} ownHeading>
    <div className="empty">
      <HeadOutline stroke={1.2} />
      <h1>{texts.other.notFoundPage}</h1>
      <Button component={Link} to={'/'}>
        {uiTexts.home}
      </Button>
    </div>
  </Page>
)
