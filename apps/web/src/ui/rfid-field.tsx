import { TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { parseRfid, formatRfid } from '@chisholm/domain/rfid'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { holdScan, useKeyboardScan } from './use-keyboard-scan.ts'

interface RfidFieldProps {
  label: string
  value: string
  onChange: (rfid: string) => void
  error?: string | undefined
  /** Whether a scan may replace what was entered before. Otherwise it is held for the form that opens next. */
  takesScan?: ((scanned: string, entered: string) => boolean) | undefined
}

/** RFID, typed or from a keyboard scanner; normalised on blur and on Enter. */
export function RfidField({ label, value, onChange, error, takesScan }: RfidFieldProps) {
  const [message, setMessage] = useState<{ text: string; isError: boolean } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  /** The value before a scan into the focused field, whose digits replace it one by one. */
  const entered = useRef(value)
  /** Rejected input stays in the field. */
  const normalize = (text: string) => {
    const reading = parseRfid(text)
    const rfid = reading.ok ? reading.rfid : text
    const messageText = reading.ok ? reading.warning : reading.error
    setMessage(messageText ? { text: messageText, isError: !reading.ok } : null)
    entered.current = rfid
    if (rfid !== value) onChange(rfid)
  }
  const receiveScan = (text: string) => {
    const reading = parseRfid(text)
    const scanned = reading.ok ? reading.rfid : text
    const before = entered.current
    if (takesScan && scanned !== before && !takesScan(scanned, before)) {
      holdScan(text)
      if (value !== before) onChange(before)
      return
    }
    // synchronous: the next scan may already be coming in
    flushSync(() => normalize(text))
    input.current?.focus()
    // lets the next scan replace this one
    input.current?.select()
  }
  useKeyboardScan(receiveScan)
  return (
    <TextInput
      ref={input}
      label={label}
      value={formatRfid(value)}
      onChange={(event) => {
        const typed = event.currentTarget.value.replace(/(?<=\d) (?=\d)/g, '')
        if (typed === '') entered.current = ''
        onChange(typed)
      }}
      onBlur={() => normalize(value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // scanners end with Enter, which must not submit the form
        event.preventDefault()
        receiveScan(value)
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
