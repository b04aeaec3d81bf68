import { examinationOptions } from '@chisholm/domain/examination'
import { SelectField } from '../../../ui/select-field.tsx'
import { examinationTexts } from './examination-texts.ts'
import type { ExaminationForm } from './use-examination.ts'

const conditions = ['1', '2', '3', '4', '5']

/** Mode and extent of the examination, and the condition of the carcass. */
export function ExtentFields({ form: { values, change } }: { form: ExaminationForm }) {
  const { mode, extent } = examinationOptions
  return (
    <div className="examine-extent">
      <SelectField
        label={examinationTexts.mode}
        value={values.mode}
        onChange={(chosen) => change({ mode: mode.find((one) => one === chosen) ?? null })}
        choices={mode.map((value) => ({ value, label: examinationTexts.modes[value] }))}
        placeholder={examinationTexts.open}
        clearable
      />
      <SelectField
        label={examinationTexts.extent}
        value={values.extent}
        onChange={(chosen) => change({ extent: extent.find((one) => one === chosen) ?? null })}
        choices={extent.map((value) => ({ value, label: examinationTexts.extents[value] }))}
        placeholder={examinationTexts.open}
        clearable
      />
      <SelectField
        label={examinationTexts.condition}
        value={values.condition === null ? null : String(values.condition)}
        onChange={(chosen) => change({ condition: chosen ? Number(chosen) : null })}
        choices={conditions.map((value) => ({ value, label: value }))}
        placeholder={examinationTexts.open}
        clearable
      />
    </div>
  )
}
