import './removed-row.css'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { uiTexts } from '../ui-texts.ts'

/** Stands in the place of something that was just removed. Its button takes the focus, and brings it back. */
export const RemovedRow = ({ name, onUndo }: { name: string; onUndo: () => void }) => (
  <div className="removed-row">
    <p>{uiTexts.removed(name)}</p>
    <Button
      ref={focusOnMount}
      variant="default"
      size="sm"
      leftSection={<IconArrowBackUp size={18} stroke={1.8} aria-hidden />}
      aria-label={uiTexts.undoRemoval(name)}
      onClick={onUndo}
    >
      {uiTexts.undo}
    </Button>
  </div>
)

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })
