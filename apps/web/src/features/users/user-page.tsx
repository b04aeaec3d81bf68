import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { isVet, mayManageAccount } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { uiTexts } from '../../ui-texts.ts'
import { userTexts } from './user-texts.ts'
import { useSession } from '../../api/session.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { AccountSection } from './account-section.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { displayName, type VisibleUser, userQuery } from './queries.ts'
import { RolesSection } from './roles-section.tsx'
import { SiteAccess } from './site-access.tsx'
import { AccountStatusPill } from './account-status-pill.tsx'

export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(userQuery(id))
  const { failure } = texts
  return (
    <DetailPage
      query={query}
      title={userTexts.title}
      nameOf={displayName}
      back="/a/admin/users"
      failureText={failure.loadUser}
    >
      {(user) => <Details key={user.id} user={user} />}
    </DetailPage>
  )
}

function Details({ user }: { user: VisibleUser }) {
  const currentUser = useSession()
  const isSelf = currentUser?.uuid === user.id
  const mayChange = currentUser !== null && !isSelf && mayManageAccount(currentUser, user)
  return (
    <>
      <div className="row between">
        <h1 tabIndex={-1}>{displayName(user)}</h1>
        {user.status && <AccountStatusPill status={user.status} />}
      </div>
      {!mayChange && <p className="hint">{isSelf ? userTexts.isYou : userTexts.superAdminOnly}</p>}
      <CardSection title={userTexts.profile}>
        <ProfileDetails user={user} />
        {mayChange && (
          <Button component={Link} to={`/a/admin/users/${user.id}/edit`} variant="default">
            {uiTexts.edit}
          </Button>
        )}
        {isSelf && (
          <Button component={Link} to={'/a/profile'} variant="default">
            {userTexts.ownProfile}
          </Button>
        )}
      </CardSection>
      {mayChange && !isVet(user) && <SiteAccess user={user} />}
      {mayChange && <RolesSection user={user} currentUser={currentUser} />}
      {mayChange && <AccountSection user={user} />}
    </>
  )
}
