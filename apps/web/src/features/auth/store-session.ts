import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { session } from '../../api/session.ts'

export function storeSession({ uuid, token, refresh, roles }: SignIn): void {
  if (uuid && token && refresh) session.write({ uuid, token, refresh, roles })
}
