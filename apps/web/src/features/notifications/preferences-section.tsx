import './notifications.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isSilenceable, notificationChannels, notificationKinds } from '@chisholm/domain/notifications'
import type { NotificationPreferences } from '@chisholm/domain/schemas/notifications'
import { CardSection } from '../../ui/card-section.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { QueryState } from '../../ui/states.tsx'
import { attempt } from '../../ui/toast.ts'
import { preferencesHash } from './preferences-hash.ts'
import { type PreferencesChange, preferencesQuery, useSavePreferences } from './notification-queries.ts'
import { notificationTexts } from './notification-texts.ts'
import { PushSwitch } from './push-switch.tsx'

const texts = notificationTexts.preferences
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const usualQuiet = { from: '21:00', to: '06:00' }

/** The user's notification preferences. */
export function PreferencesSection() {
  const preferences = useQuery(preferencesQuery)
  const { mutateAsync } = useSavePreferences()
  const isAskedFor = useLocation().hash === preferencesHash
  const isLoaded = preferences.isSuccess
  // The router scrolls before this section is there.
  useEffect(() => {
    if (isAskedFor && isLoaded) document.getElementById(preferencesHash)?.scrollIntoView()
  }, [isAskedFor, isLoaded])
  const save = async (change: PreferencesChange) => {
    await attempt(() => mutateAsync(change), texts.notSaved)
  }
  return (
    <CardSection title={texts.title} hint={texts.hint} id={preferencesHash}>
      <QueryState query={preferences} failureText={texts.failed} count={1} height={820} />
      {preferences.data && (
        <>
          <div className="preferences-frame">
            <ChannelTable preferences={preferences.data} onChange={(channels) => void save({ channels })} />
          </div>
          <PushSwitch />
          <Times preferences={preferences.data} onChange={(change) => void save(change)} />
        </>
      )}
    </CardSection>
  )
}

interface ChannelTableProps {
  preferences: NotificationPreferences
  onChange: (channels: NonNullable<PreferencesChange['channels']>) => void
}

const ChannelTable = ({ preferences, onChange }: ChannelTableProps) => (
  <table className="preferences">
    <thead>
      <tr>
        <th scope="col">{texts.kind}</th>
        {notificationChannels.map((channel) => (
          <th key={channel} scope="col">
            {texts.channels[channel]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {notificationKinds.map((kind) => (
        <tr key={kind}>
          <th scope="row">{texts.kinds[kind]}</th>
          {notificationChannels.map((channel) => (
            <td key={channel}>
              <label htmlFor={`${kind}-${channel}`}>
                <span className="visually-hidden">{`${texts.kinds[kind]}: ${texts.channels[channel]}`}</span>
                <Checkbox
                  id={`${kind}-${channel}`}
                  checked={preferences.channels[kind][channel]}
                  disabled={!isSilenceable(kind)}
                  onChange={(event) => onChange({ [kind]: { [channel]: event.currentTarget.checked } })}
                />
              </label>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

interface TimesProps {
  preferences: NotificationPreferences
  onChange: (change: PreferencesChange) => void
}

const Times = ({ preferences: { digest, quiet }, onChange }: TimesProps) => (
  <>
    <Checkbox
      label={texts.digest}
      checked={digest.on}
      onChange={(event) => onChange({ digest: { on: event.currentTarget.checked } })}
    />
    {digest.on && (
      <SelectField
        label={texts.digestHour}
        choices={hours}
        value={String(digest.hour)}
        onChange={(hour) => hour !== null && onChange({ digest: { hour: Number(hour) } })}
      />
    )}
    <Checkbox
      label={texts.quiet}
      checked={quiet !== null}
      onChange={(event) => onChange({ quiet: event.currentTarget.checked ? usualQuiet : null })}
    />
    {quiet && (
      <div className="row">
        {(['from', 'to'] as const).map((end) => (
          <QuietTime
            key={end}
            label={end === 'from' ? texts.quietFrom : texts.quietTo}
            saved={quiet[end]}
            onSave={(time) => onChange({ quiet: { ...quiet, [end]: time } })}
          />
        ))}
      </div>
    )}
    <p className="hint">{texts.zone(digest.time_zone)}</p>
  </>
)

const typingPause = 500

interface QuietTimeProps {
  label: string
  saved: string
  onSave: (time: string) => void
}

/** When quiet hours begin or end. It is saved once typing pauses, or the field or page is left. */
function QuietTime({ label, saved, onSave }: QuietTimeProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const saveSoon = useDebouncedCallback((time: string) => time && time !== saved && onSave(time), {
    delay: typingPause,
    flushOnUnmount: true,
  })
  return (
    <TextInput
      type="time"
      label={label}
      value={typed ?? saved}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        saveSoon(value)
      }}
      onBlur={() => {
        saveSoon.flush()
        setTyped(null)
      }}
    />
  )
}
