import { Button } from '@mantine/core'
import type { BulkOutcome } from '@chisholm/domain/schemas/users'
import { userTexts } from './user-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface BulkFailuresDialogProps {
  outcome: { message: string; failed: BulkOutcome[] } | null
  onClose: () => void
}

/** Lists the users for whom a bulk action failed, with the reasons. */
export const BulkFailuresDialog = ({ outcome, onClose }: BulkFailuresDialogProps) => (
  <Dialog opened={outcome !== null} onClose={onClose} title={outcome?.message}>
    <p className="hint">{userTexts.bulk.notDone}</p>
    <ul className="bulk-failed">
      {outcome?.failed.map(({ id, name, message }) => (
        <li key={id}>
          <b>{name ?? userTexts.bulk.unknown}</b>
          <br />
          {message}
        </li>
      ))}
    </ul>
    <Button fullWidth onClick={onClose}>
      {userTexts.bulk.close}
    </Button>
  </Dialog>
)
