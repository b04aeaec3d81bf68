import { Button, TextInput } from '@mantine/core'
import { type ScannerSettingsErrors, type TypedScannerSettings, knownUuids } from '@chisholm/domain/scanner-settings'
import type { FormEvent } from 'react'
import { SelectField } from '../../ui/select-field.tsx'
import { scannerTexts } from './scanner-texts.ts'

const knownModels = ['serial', 'nordic'] as const
// small enough to show 36 characters on a phone
const uuidStyles = { input: { fontSize: 14 } }

interface ScannerSettingsFieldsProps {
  typed: TypedScannerSettings
  onChange: (typed: TypedScannerSettings) => void
  errors: ScannerSettingsErrors
}

/** Edits the scanner settings of this browser. */
export function ScannerSettingsForm({ save, ...fields }: ScannerSettingsFieldsProps & { save: () => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className="card stack" onSubmit={submit} noValidate aria-labelledby="scanner-settings">
      <h2 id="scanner-settings">{scannerTexts.settings}</h2>
      <p className="hint">{scannerTexts.settingsKept}</p>
      <ScannerSettingsFields {...fields} />
      <Button type="submit" variant="default">
        {scannerTexts.save}
      </Button>
    </form>
  )
}

/** The settings a browser needs to find the reader and to parse its scans. */
export function ScannerSettingsFields({ typed, onChange, errors }: ScannerSettingsFieldsProps) {
  const field = (name: keyof TypedScannerSettings) => ({
    label: scannerTexts[name],
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...typed, [name]: event.currentTarget.value }),
    error: errors[name],
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  })
  return (
    <>
      <TextInput {...field('deviceName')} description={scannerTexts.deviceNameHint} />
      <ReaderModelField typed={typed} onChange={onChange} />
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
function ReaderModelField({ typed, onChange }: Pick<ScannerSettingsFieldsProps, 'typed' | 'onChange'>) {
  const model = knownModels.find(
    (name) =>
      knownUuids[name].serviceUuid === typed.serviceUuid &&
      knownUuids[name].characteristicUuid === typed.characteristicUuid,
  )
  const choose = (chosen: string | null) => {
    const name = knownModels.find((one) => one === chosen)
    if (name) onChange({ ...typed, ...knownUuids[name] })
  }
  return (
    <SelectField
      label={scannerTexts.make}
      value={model ?? 'other'}
      onChange={choose}
      choices={(model ? knownModels : [...knownModels, 'other' as const]).map((name) => ({
        value: name,
        label: scannerTexts.makes[name],
      }))}
    />
  )
}
