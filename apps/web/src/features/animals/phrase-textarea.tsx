import './phrase-textarea.css'
import { Button, Combobox, Textarea, useCombobox } from '@mantine/core'
import { IconTextPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LibraryEntry } from '@chisholm/domain/schemas'
import { useLayoutEffect, useRef, useState } from 'react'
import { listQuery } from '../library/index.ts'
import { findPhraseQuery, insertPhrase, matchPhrases, type PhraseQuery } from './phrase-query.ts'
import { phraseTexts } from './phrase-texts.ts'

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
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const phrases = useQuery(listQuery('phrases')).data ?? []
  const field = useRef<HTMLTextAreaElement>(null)
  const [query, setQuery] = useState<PhraseQuery | null>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const matches = query ? matchPhrases(phrases, query, system) : []
  // only after the field has the new text
  useLayoutEffect(() => {
    if (caret !== null) field.current?.setSelectionRange(caret, caret)
  }, [caret])

  const close = () => {
    setQuery(null)
    combobox.closeDropdown()
  }
  const suggest = (found: PhraseQuery | null) => {
    setQuery(found)
    if (!found || matchPhrases(phrases, found, system).length === 0) return combobox.closeDropdown()
    combobox.openDropdown()
    combobox.selectFirstOption()
  }
  const readTyped = ({ value: text, selectionEnd }: HTMLTextAreaElement) => {
    setCaret(null)
    onChange(text)
    suggest(findPhraseQuery(text, selectionEnd))
  }
  const suggestAtEnd = () => {
    field.current?.focus()
    suggest({ from: value.length, to: value.length, words: '' })
  }
  const choose = (id: string) => {
    const phrase = phrases.find((one) => one.id === id)
    if (!query || !phrase) return
    const space = query.from === query.to && /\S$/.test(value) ? ' ' : ''
    const inserted = insertPhrase(value, query, space + (phrase.text ?? phrase.name))
    close()
    onChange(inserted.text)
    setCaret(inserted.caret)
  }
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
          aria-description={phrases.length > 0 ? phraseTexts.hint : undefined}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && combobox.dropdownOpened) event.stopPropagation()
          }}
        />
      </Combobox.Target>
      {phrases.length > 0 && (
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
