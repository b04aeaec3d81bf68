import { isAdmin, isVet, type Role } from '@chisholm/domain/permissions'
import { shellTexts } from './shell-texts.ts'

/** Names the access of veterinarians and administrators (specification 2.8). */
export function AccessRibbon({ roles }: { roles: readonly Role[] }) {
  const text = isAdmin({ roles }) ? shellTexts.adminAccess : isVet({ roles }) ? shellTexts.vetAccess : null
  return text && <div className="ribbon">{text}</div>
}
