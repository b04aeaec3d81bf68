import type { SignIn } from '@chisholm/domain/schemas'
import { session } from '../../api/session.ts'

/** Stores the session of a completed sign-in. */
export function storeSession({ uuid, token, refresh, roles }: SignIn): void {
  if (uuid && token && refresh) session.write({ uuid, token, refresh, roles })
}
