import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { isVet, mayManageAccount } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { useSession } from '../../api/session.ts'
import { OnePage } from '../../ui/one-page.tsx'
import { Part } from '../../ui/part.tsx'
import { AccountPart } from './account-part.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { nameOf, type ShownUser, userQuery } from './queries.ts'
import { RolesPart } from './roles-part.tsx'
import { SiteAccess } from './site-access.tsx'
import { StatusPill } from './status-pill.tsx'

/** One user: profile, site access, roles and account. */
export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(userQuery(id))
  const { failure } = texts
  return (
    <OnePage query={query} title={userTexts.title} nameOf={nameOf} back="/a/admin/users" failed={failure.loadUser}>
      {(user) => <Details key={user.id} user={user} />}
    </OnePage>
  )
}

function Details({ user }: { user: ShownUser }) {
  const me = useSession()
  const isMe = me?.uuid === user.id
  const mayChange = me !== null && !isMe && mayManageAccount(me, user)
  return (
    <>
      <div className="row between">
        <h1 tabIndex={-1}>{nameOf(user)}</h1>
        {user.status && <StatusPill status={user.status} />}
      </div>
      {!mayChange && <p className="hint">{isMe ? userTexts.isYou : userTexts.superAdminOnly}</p>}
      <Part title={userTexts.profile}>
        <ProfileFacts user={user} />
        {isMe && (
          <Button component={Link} to={'/a/profile'} variant="default">
            {userTexts.ownProfile}
          </Button>
        )}
      </Part>
      {mayChange && !isVet(user) && <SiteAccess user={user} />}
      {mayChange && <RolesPart user={user} me={me} />}
      {mayChange && <AccountPart user={user} />}
    </>
  )
}
