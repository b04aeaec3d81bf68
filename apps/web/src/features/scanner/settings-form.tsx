import { Button, TextInput } from '@mantine/core'
import { type SettingsMistakes, type TypedSettings, uuidsOfMakes } from '@chisholm/domain/scanner-settings'
import type { FormEvent } from 'react'
import { SelectField } from '../../ui/fields.tsx'
import { scannerTexts } from './scanner-texts.ts'

const makes = ['serial', 'nordic'] as const
// small enough to show 36 characters on a phone
const uuidStyles = { input: { fontSize: 14 } }

interface SettingsFieldsProps {
  typed: TypedSettings
  onChange: (typed: TypedSettings) => void
  mistakes: SettingsMistakes
}

/** Edits the scanner settings of this browser. */
export function SettingsForm({ save, ...fields }: SettingsFieldsProps & { save: () => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className="card stack" onSubmit={submit} noValidate aria-labelledby="scanner-settings">
      <h2 id="scanner-settings">{scannerTexts.settings}</h2>
      <p className="hint">{scannerTexts.settingsKept}</p>
      <SettingsFields {...fields} />
      <Button type="submit" variant="default">
        {scannerTexts.save}
      </Button>
    </form>
  )
}

/** The settings a browser needs to find the reader and to parse its scans. */
export function SettingsFields({ typed, onChange, mistakes }: SettingsFieldsProps) {
  const field = (name: keyof TypedSettings) => ({
    label: scannerTexts[name],
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...typed, [name]: event.currentTarget.value }),
    error: mistakes[name],
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  })
  return (
    <>
      <TextInput {...field('deviceName')} description={scannerTexts.deviceNameHint} />
      <MakeField typed={typed} onChange={onChange} />
      <TextInput {...field('serviceUuid')} styles={uuidStyles} />
      <TextInput {...field('characteristicUuid')} styles={uuidStyles} />
      <dl className="facts">
        <dt>{scannerTexts.format}</dt>
        <dd>{scannerTexts.notify}</dd>
      </dl>
      <div className="two">
        <TextInput {...field('from')} />
        <TextInput {...field('to')} />
      </div>
      <p className="hint">{scannerTexts.positionsHint}</p>
    </>
  )
}

/** Fills in both UUIDs of a common reader model. */
function MakeField({ typed, onChange }: Pick<SettingsFieldsProps, 'typed' | 'onChange'>) {
  const make = makes.find(
    (name) =>
      uuidsOfMakes[name].serviceUuid === typed.serviceUuid &&
      uuidsOfMakes[name].characteristicUuid === typed.characteristicUuid,
  )
  const choose = (chosen: string | null) => {
    const name = makes.find((one) => one === chosen)
    if (name) onChange({ ...typed, ...uuidsOfMakes[name] })
  }
  return (
    <SelectField
      label={scannerTexts.make}
      value={make ?? 'other'}
      onChange={choose}
      choices={(make ? makes : [...makes, 'other' as const]).map((name) => ({
        value: name,
        label: scannerTexts.makes[name],
      }))}
    />
  )
}
