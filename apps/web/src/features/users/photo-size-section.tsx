import { Checkbox } from '@mantine/core'
import { photoSize, useIsFullSize } from '../../api/photo-size.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Whether photos are made small on this device before they are sent. */
export const PhotoSizeSection = () => (
  <CardSection title={profileTexts.photos} hint={profileTexts.fullSizeHint}>
    <Checkbox
      label={profileTexts.fullSize}
      checked={useIsFullSize()}
      onChange={(event) => photoSize.setFull(event.currentTarget.checked)}
    />
  </CardSection>
)
