import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { QueryState } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { profileFields } from './profile-fields.ts'
import { AbsencesSection } from '../absences/index.ts'
import { CalendarFeedSection } from '../calendar-feeds/index.ts'
import { PreferencesSection } from '../notifications/index.ts'
import { StoredSection } from '../offline/index.ts'
import { PhotosSection } from './photos-section.tsx'
import { userQuery } from './queries.ts'

export function ProfilePage() {
  const currentUser = useSession()
  const navigate = useNavigate()
  const user = useQuery(userQuery(currentUser?.uuid ?? ''))
  return (
    <Page title={uiTexts.profile} back ownHeading>
      <div className="row between">
        <h1>{uiTexts.profile}</h1>
        <Button onClick={() => void navigate({ to: '/a/profile/edit' })}>{uiTexts.edit}</Button>
      </div>
      <QueryState query={user} failureText={texts.failure.loadUser} count={1} height={224} />
      {user.data && (
        <dl className="description-list card">
          <dt>{uiTexts.email}</dt>
          <dd>{user.data.email}</dd>
          {profileFields.map(([field, label]) => [
            <dt key={`${field} name`}>{label}</dt>,
            <dd key={field}>{user.data[field] || texts.empty.notSpecified}</dd>,
          ])}
        </dl>
      )}
      <Button component={Link} to={'/a/security'} variant="default" leftSection={<IconShieldLock aria-hidden />}>
        {uiTexts.security}
      </Button>
      {currentUser && isVet(currentUser) && <AbsencesSection />}
      <CalendarFeedSection />
      <PreferencesSection />
      <PhotosSection />
      <StoredSection />
    </Page>
  )
}
