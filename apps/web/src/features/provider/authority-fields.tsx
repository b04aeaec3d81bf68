import { TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Authority } from '@chisholm/domain/schemas/provider'
import { carcassTexts } from './carcass-settings-texts.ts'

/** The form values of an authority, with an id of this form. */
export interface AuthorityValues extends Authority {
  id: string
}

interface AuthorityFieldsProps {
  authority: AuthorityValues
  rank: number
  onEdit: (change: Partial<Authority>) => void
  onRemove: () => void
  errorOf: (field: keyof Authority) => string | undefined
}

/** The form fields of one authority. */
export function AuthorityFields({ authority, rank, onEdit, onRemove, errorOf }: AuthorityFieldsProps) {
  const title = carcassTexts.authority(rank)
  const text = (field: keyof Authority) => ({
    label: carcassTexts.fields[field],
    name: `authorities.${rank - 1}.${field}`,
    value: authority[field] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onEdit({ [field]: event.currentTarget.value }),
    error: errorOf(field),
    autoComplete: 'off',
  })
  return (
    <fieldset className="section stack" style={{ border: 0, padding: 0 }} aria-label={title}>
      <div className="section-head">
        <h3>{title}</h3>
        <button
          type="button"
          className="icon-button"
          aria-label={carcassTexts.removeAuthority(rank)}
          onClick={onRemove}
        >
          <IconTrash size={22} stroke={1.8} aria-hidden />
        </button>
      </div>
      <TextInput {...text('name')} />
      <TextInput {...text('phone')} type="tel" />
      <TextInput {...text('note')} />
    </fieldset>
  )
}
