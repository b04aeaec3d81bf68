import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { profileFields } from './profile-fields.ts'
import type { VisibleUser } from './queries.ts'

export const ProfileDetails = ({ user }: { user: VisibleUser }) => (
  <dl className="description-list">
    <dt>{uiTexts.email}</dt>
    <dd>{user.email}</dd>
    <dt>{userTexts.roles}</dt>
    <dd>{user.roles.join(', ')}</dd>
    {profileFields.map(([field, label]) => [
      <dt key={`${field} name`}>{label}</dt>,
      <dd key={field}>{user[field] || texts.empty.notSpecified}</dd>,
    ])}
  </dl>
)
