import { Button } from '@mantine/core'
import { postMortemTexts } from './post-mortem-texts.ts'

/** Shown instead of a form that another tab edits. */
export const OpenElsewhere = ({ onTakeOver }: { onTakeOver: () => void }) => (
  <div className="stack">
    <output className="banner">{postMortemTexts.openElsewhere}</output>
    <Button mih={44} onClick={onTakeOver}>
      {postMortemTexts.continueHere}
    </Button>
  </div>
)
