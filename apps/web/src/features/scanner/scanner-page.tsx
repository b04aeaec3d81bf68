import { Button } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { hasBluetooth } from './link.ts'
import { scanner, useScanner } from './scanner.ts'
import { readSettings, type SettingsMistakes, typedSettings } from './scanner-settings.ts'
import { SettingsForm } from './settings-form.tsx'
import { storedSettings } from './stored-settings.ts'

const words = uiTexts.scanner

/** Connects the scanner and keeps its settings; explains itself where the browser has no Bluetooth. */
export const ScannerPage = () => (hasBluetooth() ? <ConnectPage /> : <AbsentPage />)

function ConnectPage() {
  const [typed, setTyped] = useState(() => typedSettings(storedSettings.read()))
  const [mistakes, setMistakes] = useState<SettingsMistakes>({})
  /** Stores what was typed. @returns whether it could be used */
  const save = (): boolean => {
    const reading = readSettings(typed)
    setMistakes(reading.ok ? {} : reading.mistakes)
    if (!reading.ok) {
      toast.failure(texts.refusal.invalid)
      return false
    }
    storedSettings.write(reading.settings)
    setTyped(typedSettings(reading.settings))
    return true
  }
  return (
    <Page
      title={words.title}
      back
      ownHeading
      foot={
        <ConnectButtons
          connect={() => {
            // what stands in the fields is what the person expects to be used
            if (save()) scanner.connect()
          }}
        />
      }
    >
      <h1>{words.title}</h1>
      <p className="hint">{words.intro}</p>
      <SettingsForm
        typed={typed}
        onChange={setTyped}
        mistakes={mistakes}
        save={() => save() && toast.success(words.saved)}
      />
    </Page>
  )
}

function ConnectButtons({ connect }: { connect: () => void }) {
  const { connection, paused } = useScanner()
  const down = connection.name === 'disconnected'
  return (
    <>
      {/* one button, so that the focus stays on it when it changes its meaning */}
      <Button variant={down ? 'filled' : 'default'} onClick={down ? connect : scanner.disconnect}>
        {down ? words.connect : words.disconnect}
      </Button>
      {connection.name === 'connected' && (
        <Button onClick={paused ? scanner.resume : scanner.pause}>{paused ? words.resume : words.pause}</Button>
      )}
    </>
  )
}

const AbsentPage = () => (
  <Page title={words.title} back ownHeading>
    <h1>{words.title}</h1>
    <section className="card">
      <h2>{words.absent.title}</h2>
      {!isSecureContext && <p>{words.absent.insecure}</p>}
      <p>{words.absent.chrome}</p>
      <p>{words.absent.keyboard}</p>
    </section>
  </Page>
)
