import { TextInput } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { readRfid, shownRfid } from '@chisholm/domain/rfid'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTypedScan } from './typed-scan.ts'

interface RfidFieldProps {
  label: string
  value: string
  onChange: (rfid: string) => void
  error?: string | undefined
}

/** RFID, typed or from a keyboard scanner; normalised on blur and on Enter. */
export function RfidField({ label, value, onChange, error }: RfidFieldProps) {
  const [word, setWord] = useState<{ text: string; wrong: boolean } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  /** Rejected input stays in the field. */
  const settle = (text: string) => {
    const reading = readRfid(text)
    const rfid = reading.ok ? reading.rfid : text
    const remark = reading.ok ? reading.warning : reading.mistake
    setWord(remark ? { text: remark, wrong: !reading.ok } : null)
    if (rfid !== value) onChange(rfid)
  }
  const settleScan = (text: string) => {
    // synchronous: the next scan may already be coming in
    flushSync(() => settle(text))
    input.current?.focus()
    // lets the next scan replace this one
    input.current?.select()
  }
  useTypedScan(settleScan)
  return (
    <TextInput
      ref={input}
      label={label}
      value={shownRfid(value)}
      onChange={(event) => onChange(event.currentTarget.value.replace(/(?<=\d) (?=\d)/g, ''))}
      onBlur={() => settle(value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // scanners end with Enter, which must not submit the form
        event.preventDefault()
        settleScan(value)
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
