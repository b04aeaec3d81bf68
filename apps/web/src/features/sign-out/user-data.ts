import { constants } from '@chisholm/domain/constants'
import { delay } from '../../api/delay.ts'
import { sendEverything } from '../../api/outbox-sender.ts'
import { outboxStore } from '../../api/outbox-store.ts'
import { deleteDraftsOf, listDrafts } from '../../api/form-drafts.ts'
import { offlineAccess } from '../../api/offline-access.ts'
import { outbox } from '../../api/outbox.ts'
import { queryClient } from '../../api/query-client.ts'
import { session } from '../../api/session.ts'
import { outboxTexts } from '../../outbox-texts.ts'
import { toastDuring } from '../../ui/toast-during.ts'
import { photoDraftsQuery, photoTexts, removePhotoDrafts } from '../photos/index.ts'
import { clearAnimalDrafts } from '../post-mortems/index.ts'
import { signOutTexts } from './sign-out-texts.ts'

const listPhotoDrafts = (owner: string) => queryClient.ensureQueryData(photoDraftsQuery(owner))

const sendForMoments = () =>
  Promise.race([sendEverything().catch(() => undefined), delay(constants.outbox.responseTimeout)])

/**
 * Lists what the user loses by signing out: unsent changes, typed input and unsaved photos. Empty if nothing. Changes
 * are sent first, if a few seconds suffice.
 */
export async function describeLossAtSignOut(owner: string): Promise<string> {
  const isAnyWaiting = (await listPhotoDrafts(owner)).some(({ waits }) => waits)
  if (isAnyWaiting || (await outboxStore.list(owner)).length > 0)
    await toastDuring(signOutTexts.loggingOut, sendForMoments())
  const photos = await listPhotoDrafts(owner)
  const unsentPhotos = photos.filter(({ waits }) => waits).length
  const unsavedPhotos = photos.length - unsentPhotos
  const unsent = (await outboxStore.list(owner)).length
  const typed = (await listDrafts()).length
  return [
    ...(unsent > 0 ? [outboxTexts.lostAtLogout(unsent)] : []),
    ...(typed > 0 ? [signOutTexts.typedLost] : []),
    ...(unsentPhotos > 0 ? [photoTexts.unsentLostAtLogout(unsentPhotos)] : []),
    ...(unsavedPhotos > 0 ? [photoTexts.lostAtLogout(unsavedPhotos)] : []),
  ].join(' ')
}

/** Deletes the user's data from this device. */
export async function deleteUserData(owner: string): Promise<void> {
  const drafts = await listPhotoDrafts(owner)
  await removePhotoDrafts(
    queryClient,
    owner,
    drafts.map(({ id }) => id),
  )
  await outbox.clear(owner)
  await deleteDraftsOf(owner)
  clearAnimalDrafts(owner)
  await offlineAccess.end()
}

/** Ends the session in this browser. */
export async function clearSession(): Promise<void> {
  session.clear()
  queryClient.clear()
  // Until then, responses that came late may have been stored.
  await offlineAccess.end()
}
