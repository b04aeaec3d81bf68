import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../ui-texts.ts'
import { CattleIcon } from './logo.tsx'
import { Page } from './page.tsx'

export const NotFoundPage = () => (
  <Page title={texts.other.notFoundPage} headerTitle={uiTexts.product} ownHeading>
    <div className="empty">
      <CattleIcon stroke={1.2} />
      <h1>{texts.other.notFoundPage}</h1>
      <Button component={Link} to={'/'}>
        {uiTexts.home}
      </Button>
    </div>
  </Page>
)
