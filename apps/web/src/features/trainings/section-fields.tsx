import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { trainingEditorTexts } from './training-editor-texts.ts'
import { newId } from '../../api/new-id.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { SectionCard, type SectionValues } from './section-card.tsx'

interface SectionFieldsProps {
  sections: SectionValues[]
  onChange: (sections: SectionValues[]) => void
  /** The error of the list as a whole. */
  error: string | undefined
  /** The error of a field. The section is named by id, because it may have been moved since the validation. */
  errorOf: (id: string, field: 'heading' | 'content') => string | undefined
}

/** Adds, edits, moves and removes the sections of a training, and moves the focus along. */
export function SectionFields({ sections, onChange, error, errorOf }: SectionFieldsProps) {
  const { ask, dialog } = useConfirm()
  const lastHeading = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const wasAdded = useRef(false)
  useEffect(() => {
    if (wasAdded.current && sections.length > 0) lastHeading.current?.focus()
    wasAdded.current = false
  }, [sections.length])
  const add = () => {
    wasAdded.current = true
    onChange([...sections, { id: newId(), heading: '', content: '' }])
  }
  const edit = (id: string, change: Partial<SectionValues>) =>
    onChange(sections.map((section) => (section.id === id ? { ...section, ...change } : section)))
  const move = (section: SectionValues, rank: number) =>
    onChange(sections.filter(({ id }) => id !== section.id).toSpliced(rank - 1, 0, section))
  const remove = async ({ id, heading, content }: SectionValues, name: string) => {
    const isEmpty = !heading.trim() && !content.trim()
    const question = {
      title: trainingEditorTexts.askRemove(heading.trim() || name),
      confirmLabel: trainingEditorTexts.remove,
      isDangerous: true,
    }
    if (!isEmpty && !(await ask(question))) return
    onChange(sections.filter((section) => section.id !== id))
    addButton.current?.focus()
  }
  return (
    <section className="stack" aria-labelledby="training-sections">
      <h2 id="training-sections">{trainingEditorTexts.sections}</h2>
      {sections.length === 0 && <p className="hint">{trainingEditorTexts.noSections}</p>}
      {sections.map((section, index) => (
        <SectionCard
          key={section.id}
          section={section}
          rank={index + 1}
          count={sections.length}
          onEdit={(change) => edit(section.id, change)}
          onMove={(rank) => move(section, rank)}
          onRemove={() => void remove(section, trainingEditorTexts.sectionName(index + 1))}
          errorOf={(field) => errorOf(section.id, field)}
          headingRef={index === sections.length - 1 ? lastHeading : undefined}
        />
      ))}
      {error && (
        <p className="banner danger" role="alert">
          {error}
        </p>
      )}
      <Button ref={addButton} variant="default" leftSection={<IconPlus size={20} aria-hidden />} onClick={add}>
        {trainingEditorTexts.addSection}
      </Button>
      {dialog}
    </section>
  )
}
