import { sendNow } from '../../api/outbox-sender.ts'
import { outboxState } from '../../api/outbox-state.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { toast } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'

/** Sends unsent changes, and shows why any remain. */
export async function tryNow(): Promise<void> {
  await sendNow()
  const { serverReached, serverFailed } = outboxState.getState()
  if (serverFailed) toast.failure(outboxTexts.stillFails)
  else if (!serverReached) toast.failure(uiTexts.stillNone)
}
