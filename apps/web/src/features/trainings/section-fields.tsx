import { Button, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { sectionField } from '@chisholm/domain/trainings'
import { adminTexts } from '../../admin-texts.ts'
import { newId } from '../../api/new-id.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'

const words = adminTexts.trainings

/** A section as it is typed; its id is made here until the server knows it. */
export interface TypedSection {
  id: string
  heading: string
  content: string
}

interface SectionFieldsProps {
  sections: TypedSection[]
  onChange: (sections: TypedSection[]) => void
  mistake: (field: string) => string | undefined
}

/** The sections of a training in their order: add, remove, move. */
export function SectionFields({ sections, onChange, mistake }: SectionFieldsProps) {
  const { ask, dialog } = useConfirm()
  const edit = (id: string, change: Partial<TypedSection>) =>
    onChange(sections.map((section) => (section.id === id ? { ...section, ...change } : section)))
  const move = (section: TypedSection, place: number) =>
    onChange(sections.filter(({ id }) => id !== section.id).toSpliced(place - 1, 0, section))
  const remove = async ({ id, heading, content }: TypedSection, name: string) => {
    const isEmpty = !heading.trim() && !content.trim()
    if (!isEmpty && !(await ask({ title: words.askRemove(name), verb: words.remove, dangerous: true }))) return
    onChange(sections.filter((section) => section.id !== id))
  }
  return (
    <section className="stack" aria-labelledby="training-sections">
      <h2 id="training-sections">{words.sections}</h2>
      {sections.length === 0 && <p className="hint">{words.noSections}</p>}
      {sections.map((section, index) => {
        const name = words.sectionName(index + 1)
        return (
          <fieldset key={section.id} className="card section" aria-label={name}>
            <div className="section-head">
              <h3>{name}</h3>
              {sections.length > 1 && (
                <MoveButtons
                  name={name}
                  place={index + 1}
                  last={sections.length}
                  onMove={(place) => move(section, place)}
                />
              )}
              <button
                type="button"
                className="icon-button"
                aria-label={words.removeSection(name)}
                onClick={() => void remove(section, section.heading.trim() || name)}
              >
                <IconTrash size={22} stroke={1.8} aria-hidden />
              </button>
            </div>
            <TextInput
              label={words.heading}
              value={section.heading}
              onChange={(event) => edit(section.id, { heading: event.currentTarget.value })}
              error={mistake(sectionField(index, 'heading'))}
            />
            <Textarea
              label={words.content}
              value={section.content}
              onChange={(event) => edit(section.id, { content: event.currentTarget.value })}
              error={mistake(sectionField(index, 'content'))}
            />
          </fieldset>
        )
      })}
      {mistake('training_sections') && (
        <p className="banner danger" role="alert">
          {mistake('training_sections')}
        </p>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={20} aria-hidden />}
        onClick={() => onChange([...sections, { id: newId(), heading: '', content: '' }])}
      >
        {words.addSection}
      </Button>
      {dialog}
    </section>
  )
}
