import './phrase-textarea.css'
import { Button, Combobox, Textarea } from '@mantine/core'
import { IconTextPlus } from '@tabler/icons-react'
import type { LibraryEntry } from '@chisholm/domain/schemas/library'
import { phraseTexts } from './phrase-texts.ts'
import { usePhraseSuggestions } from './use-phrase-suggestions.ts'

interface PhraseTextareaProps {
  label: string
  hidesLabel?: boolean
  value: string
  onChange: (text: string) => void
  placeholder?: string
  error?: string | undefined
  minRows?: number
  /** The organ system whose phrases come first. */
  system?: string | null
}

/** A text field for findings. Typing a slash, or on touch screens a button, suggests phrases of the library. */
export function PhraseTextarea({
  label,
  hidesLabel = false,
  value,
  onChange,
  system = null,
  ...props
}: PhraseTextareaProps) {
  const { combobox, field, hasPhrases, matches, readTyped, suggestAtEnd, choose, close } = usePhraseSuggestions({
    value,
    onChange,
    system,
  })
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" position="bottom-start">
      <Combobox.Target withExpandedAttribute={false} autoComplete="off">
        <Textarea
          {...props}
          {...(hidesLabel ? { 'aria-label': label } : { label })}
          ref={field}
          value={value}
          onChange={(event) => readTyped(event.currentTarget)}
          onBlur={close}
          aria-description={hasPhrases ? phraseTexts.hint : undefined}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && combobox.dropdownOpened) event.stopPropagation()
          }}
        />
      </Combobox.Target>
      {hasPhrases && (
        <Button
          className="phrase-button"
          variant="subtle"
          size="sm"
          mih={44}
          leftSection={<IconTextPlus size={18} stroke={1.8} aria-hidden />}
          onClick={suggestAtEnd}
        >
          {phraseTexts.title}
        </Button>
      )}
      <Combobox.Dropdown hidden={matches.length === 0}>
        <Combobox.Options aria-label={phraseTexts.title} mah={280} className="phrase-options">
          {matches.map((phrase) => (
            <PhraseOption key={phrase.id} phrase={phrase} />
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const PhraseOption = ({ phrase }: { phrase: LibraryEntry }) => (
  <Combobox.Option value={phrase.id} className="phrase-option">
    <b>{phrase.name}</b>
    <span>{phrase.text}</span>
  </Combobox.Option>
)
