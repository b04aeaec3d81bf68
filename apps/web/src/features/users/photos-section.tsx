import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import { photoConnection, useIsWifiOnly } from '../../api/photo-connection.ts'
import { photoSize, useIsFullSize } from '../../api/photo-size.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** The photo settings of this device: size, and on which connections photos are sent. */
export function PhotosSection() {
  const isFullSize = useIsFullSize()
  const isWifiOnly = useIsWifiOnly()
  return (
    <CardSection title={profileTexts.photos}>
      <Setting
        label={profileTexts.fullSize}
        hint={profileTexts.fullSizeHint}
        checked={isFullSize}
        onChange={photoSize.setFull}
      />
      {photoConnection.isKnown() ? (
        <Setting
          label={profileTexts.wifiOnly}
          hint={profileTexts.wifiOnlyHint}
          checked={isWifiOnly}
          onChange={photoConnection.setWifiOnly}
        />
      ) : (
        <p className="hint">{profileTexts.wifiUnknown}</p>
      )}
    </CardSection>
  )
}

interface SettingProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Setting({ label, hint, checked, onChange }: SettingProps) {
  const hintId = useId()
  return (
    <div>
      <Checkbox
        label={label}
        aria-describedby={hintId}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p id={hintId} className="hint" style={{ marginTop: 6 }}>
        {hint}
      </p>
    </div>
  )
}
