import { TextInput } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { readRfid, shownRfid } from '@chisholm/domain/rfid'
import { useState } from 'react'

interface RfidFieldProps {
  label: string
  value: string
  onChange: (rfid: string) => void
  error?: string | undefined
}

/** An RFID, typed or read by a scanner that types: put in order on leaving the field or on Enter. */
export function RfidField({ label, value, onChange, error }: RfidFieldProps) {
  const [word, setWord] = useState<{ text: string; wrong: boolean } | null>(null)
  const settle = () => {
    const reading = readRfid(value)
    if (!reading.ok) return setWord({ text: reading.mistake, wrong: true })
    setWord(reading.warning ? { text: reading.warning, wrong: false } : null)
    if (reading.rfid !== value) onChange(reading.rfid)
  }
  return (
    <TextInput
      label={label}
      value={shownRfid(value)}
      onChange={(event) => onChange(event.currentTarget.value.replace(/(?<=\d) (?=\d)/g, ''))}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // a scanner ends with Enter, which must not send the form
        event.preventDefault()
        settle()
      }}
      inputMode="text"
      autoComplete="off"
      rightSection={<IconScan size={22} aria-hidden />}
      rightSectionPointerEvents="none"
      error={error ?? (word?.wrong ? word.text : undefined)}
      description={word && !word.wrong ? word.text : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
