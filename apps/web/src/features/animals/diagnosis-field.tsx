import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { texts } from '@chisholm/domain/texts'
import { SelectField } from '../../ui/select-field.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { animalTexts } from './animal-texts.ts'
import { choicesOf, useEntries } from '../library/index.ts'

interface DiagnosisFieldProps {
  label: string
  value: string | null
  onChange: (id: string | null) => void
}

/** A diagnosis from the library, with a warning if it is notifiable. */
export function DiagnosisField({ label, value, onChange }: DiagnosisFieldProps) {
  const { entries: diagnoses } = useEntries('diagnoses', [value])
  const chosen = diagnoses?.find((diagnosis) => diagnosis.id === value)
  return (
    <div className="stack">
      <SelectField
        label={label}
        value={value}
        onChange={onChange}
        choices={choicesOf(diagnoses)}
        clearable
        placeholder={uiTexts.search}
      />
      {value && (
        <Button
          component="a"
          href={`/a/library/cases?diagnosis=${value}`}
          target="_blank"
          variant="subtle"
          mih={44}
          style={{ alignSelf: 'flex-start' }}
        >
          {animalTexts.casesOfDiagnosis}
        </Button>
      )}
      {chosen?.notifiable && (
        <p className="banner danger" role="alert">
          <IconAlertTriangle size={20} style={{ flex: 'none' }} aria-hidden />
          {texts.other.notifiable}
        </p>
      )}
    </div>
  )
}
