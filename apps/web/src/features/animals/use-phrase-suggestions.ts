import { useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { listQuery } from '../library/index.ts'
import { findPhraseQuery, insertPhrase, matchPhrases, type PhraseQuery } from './phrase-query.ts'

interface PhraseSuggestionsOptions {
  /** The text of the field. */
  value: string
  onChange: (text: string) => void
  /** The organ system whose phrases come first. */
  system: string | null
}

/** Suggests phrases while a text is typed into `field`, and inserts the chosen one. */
export function usePhraseSuggestions({ value, onChange, system }: PhraseSuggestionsOptions) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const phrases = useQuery(listQuery('phrases')).data ?? []
  const field = useRef<HTMLTextAreaElement>(null)
  const setCaret = useCaret(field)
  const [query, setQuery] = useState<PhraseQuery | null>(null)

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
  return {
    combobox,
    field,
    hasPhrases: phrases.length > 0,
    matches: query ? matchPhrases(phrases, query, system) : [],
    close,
    readTyped: ({ value: text, selectionEnd }: HTMLTextAreaElement) => {
      setCaret(null)
      onChange(text)
      suggest(findPhraseQuery(text, selectionEnd))
    },
    suggestAtEnd: () => {
      field.current?.focus()
      suggest({ from: value.length, to: value.length, words: '' })
    },
    choose: (id: string) => {
      const phrase = phrases.find((one) => one.id === id)
      if (!query || !phrase) return
      const space = query.from === query.to && /\S$/.test(value) ? ' ' : ''
      const inserted = insertPhrase(value, query, space + (phrase.text ?? phrase.name))
      close()
      onChange(inserted.text)
      setCaret(inserted.caret)
    },
  }
}

/** @returns moves the caret of a field once it has the new text; null: the browser places it */
function useCaret(field: RefObject<HTMLTextAreaElement | null>) {
  const [caret, setCaret] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (caret !== null) field.current?.setSelectionRange(caret, caret)
  }, [caret, field])
  return setCaret
}
