import { constants } from '@chisholm/domain/constants'
import { delay } from '../../api/delay.ts'
import { sendEverything } from '../../api/outbox-sender.ts'
import { outboxState } from '../../api/outbox-state.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { toast } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'

/** Sends unsent changes and photos, and shows why any remain if that is known within a few seconds. */
export async function tryNow(): Promise<void> {
  await Promise.race([sendEverything(), delay(constants.outbox.responseTimeout)])
  const { serverReached, serverFailed } = outboxState.getState()
  if (serverFailed) toast.failure(outboxTexts.stillFails)
  else if (!serverReached) toast.failure(uiTexts.stillNone)
}
