import { Button, TextInput } from '@mantine/core'
import { type TypedScannerSettings, knownUuids } from '@chisholm/domain/scanner-settings'
import { SelectField } from '../../ui/select-field.tsx'
import type { Form } from '../../ui/use-form.ts'
import { scannerTexts } from './scanner-texts.ts'

const knownModels = ['serial', 'nordic'] as const
// The font is small enough to show 36 characters on a phone.
const uuidStyles = { input: { fontSize: 14 } }

interface ScannerSettingsFieldsProps {
  form: Pick<Form<TypedScannerSettings>, 'values' | 'setValues' | 'getInputProps'>
  errorOf: (name: keyof TypedScannerSettings) => string | undefined
}

export const ScannerSettingsForm = ({
  form,
  onSave,
}: {
  form: Form<TypedScannerSettings>
  onSave: () => Promise<void>
}) => (
  <form
    className="card stack"
    {...form.formProps}
    onSubmit={(event) => {
      event.preventDefault()
      void onSave()
    }}
    aria-labelledby="scanner-settings"
  >
    <h2 id="scanner-settings">{scannerTexts.settings}</h2>
    <p className="hint">{scannerTexts.settingsKept}</p>
    <ScannerSettingsFields form={form} errorOf={form.errorOf} />
    <Button type="submit" variant="default">
      {scannerTexts.save}
    </Button>
  </form>
)

/** The settings that a browser needs to find the reader and to parse its scans. */
export function ScannerSettingsFields({ form, errorOf }: ScannerSettingsFieldsProps) {
  const field = (name: keyof TypedScannerSettings) => ({
    label: scannerTexts[name],
    ...form.getInputProps(name),
    error: errorOf(name),
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  })
  return (
    <>
      <TextInput {...field('deviceName')} description={scannerTexts.deviceNameHint} />
      <ReaderModelField form={form} />
      <TextInput {...field('serviceUuid')} styles={uuidStyles} />
      <TextInput {...field('characteristicUuid')} styles={uuidStyles} />
      <dl className="description-list">
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
function ReaderModelField({ form }: Pick<ScannerSettingsFieldsProps, 'form'>) {
  const model = knownModels.find(
    (name) =>
      knownUuids[name].serviceUuid === form.values.serviceUuid &&
      knownUuids[name].characteristicUuid === form.values.characteristicUuid,
  )
  const choose = (chosen: string | null) => {
    const name = knownModels.find((one) => one === chosen)
    if (name) form.setValues(knownUuids[name])
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
