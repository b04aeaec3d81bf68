import { Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Ref } from 'react'
import { trainingEditorTexts } from './training-editor-texts.ts'
import { MoveButtons } from '../../ui/move-buttons.tsx'

/** The form values of a section. A new section gets its id here. */
export interface SectionValues {
  id: string
  heading: string
  content: string
}

interface SectionCardProps {
  section: SectionValues
  rank: number
  count: number
  onEdit: (change: Partial<SectionValues>) => void
  onMove: (rank: number) => void
  onRemove: () => void
  errorOf: (field: 'heading' | 'content') => string | undefined
  headingRef: Ref<HTMLInputElement> | undefined
}

export function SectionCard({ section, rank, count, onEdit, onMove, onRemove, errorOf, headingRef }: SectionCardProps) {
  const name = trainingEditorTexts.sectionName(rank)
  return (
    <fieldset className="card section" aria-label={name}>
      <div className="section-head">
        <h3>{name}</h3>
        {count > 1 && <MoveButtons name={name} position={rank} lastPosition={count} onMove={onMove} />}
        <button
          type="button"
          className="icon-button"
          aria-label={trainingEditorTexts.removeSection(name)}
          onClick={onRemove}
        >
          <IconTrash size={22} stroke={1.8} aria-hidden />
        </button>
      </div>
      <TextInput
        {...(headingRef && { ref: headingRef })}
        label={trainingEditorTexts.heading}
        value={section.heading}
        onChange={(event) => onEdit({ heading: event.currentTarget.value })}
        error={errorOf('heading')}
      />
      <Textarea
        label={trainingEditorTexts.content}
        value={section.content}
        onChange={(event) => onEdit({ content: event.currentTarget.value })}
        error={errorOf('content')}
      />
    </fieldset>
  )
}
