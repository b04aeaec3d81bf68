import { TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { parseRfid, formatRfid } from '@chisholm/domain/rfid'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useKeyboardScan } from './use-keyboard-scan.ts'

interface RfidFieldProps {
  label: string
  value: string
  onChange: (rfid: string) => void
  error?: string | undefined
}

/** RFID, typed or from a keyboard scanner; normalised on blur and on Enter. */
export function RfidField({ label, value, onChange, error }: RfidFieldProps) {
  const [message, setMessage] = useState<{ text: string; isError: boolean } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  /** Rejected input stays in the field. */
  const normalize = (text: string) => {
    const reading = parseRfid(text)
    const rfid = reading.ok ? reading.rfid : text
    const messageText = reading.ok ? reading.warning : reading.error
    setMessage(messageText ? { text: messageText, isError: !reading.ok } : null)
    if (rfid !== value) onChange(rfid)
  }
  const normalizeScan = (text: string) => {
    // synchronous: the next scan may already be coming in
    flushSync(() => normalize(text))
    input.current?.focus()
    // lets the next scan replace this one
    input.current?.select()
  }
  useKeyboardScan(normalizeScan)
  return (
    <TextInput
      ref={input}
      label={label}
      value={formatRfid(value)}
      onChange={(event) => onChange(event.currentTarget.value.replace(/(?<=\d) (?=\d)/g, ''))}
      onBlur={() => normalize(value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // scanners end with Enter, which must not submit the form
        event.preventDefault()
        normalizeScan(value)
      }}
      inputMode="text"
      autoComplete="off"
      error={error ?? (message?.isError ? message.text : undefined)}
      description={
        message &&
        !message.isError &&
        !error && (
          <span className="field-warning">
            <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
            {message.text}
          </span>
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
