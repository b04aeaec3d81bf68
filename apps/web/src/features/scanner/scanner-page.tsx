import { Button } from '@mantine/core'
import { readSettings, type SettingsMistakes, typedSettings } from '@chisholm/domain/scanner-settings'
import { texts } from '@chisholm/domain/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeletons } from '../../ui/faces.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { hasBluetooth } from './link.ts'
import { practiceScannerQuery } from './queries.ts'
import { scanner, useScanner } from './scanner.ts'
import { SettingsForm } from './settings-form.tsx'
import { scannerSettings } from './stored-settings.ts'
import { scannerTexts } from './scanner-texts.ts'

/** Connects the scanner and edits its settings; without Web Bluetooth it names alternatives. */
export const ScannerPage = () => (hasBluetooth() ? <WithPractice /> : <AbsentPage />)

/** Waits for the practice's settings; if they cannot be loaded, the last known or default ones apply. */
function WithPractice() {
  const practice = useQuery(practiceScannerQuery())
  if (!practice.isPending) return <ConnectPage />
  return (
    <Page title={scannerTexts.title} back ownHeading>
      <h1>{scannerTexts.title}</h1>
      <Skeletons />
    </Page>
  )
}

function ConnectPage() {
  const [typed, setTyped] = useState(() => typedSettings(scannerSettings.inForce()))
  const [mistakes, setMistakes] = useState<SettingsMistakes>({})
  const [isOwn, setIsOwn] = useState(() => scannerSettings.own() !== null)
  /** Fills the fields with the effective settings. */
  const show = () => {
    setTyped(typedSettings(scannerSettings.inForce()))
    setIsOwn(scannerSettings.own() !== null)
    setMistakes({})
  }
  /** Validates and stores the typed settings. @returns whether they are valid */
  const save = (): boolean => {
    const reading = readSettings(typed)
    if (!reading.ok) {
      setMistakes(reading.mistakes)
      toast.failure(texts.refusal.invalid)
      return false
    }
    scannerSettings.keepOwn(reading.settings)
    show()
    return true
  }
  const followPractice = () => {
    scannerSettings.forgetOwn()
    show()
    toast.success(scannerTexts.practiceFollowed)
  }
  return (
    <Page
      title={scannerTexts.title}
      back
      ownHeading
      foot={
        <ConnectButtons
          connect={() => {
            // users expect what they see in the fields to be used
            if (save()) scanner.connect()
          }}
        />
      }
    >
      <h1>{scannerTexts.title}</h1>
      <p className="hint">{scannerTexts.intro}</p>
      <InForce isOwn={isOwn} onPractice={followPractice} />
      <SettingsForm
        typed={typed}
        onChange={setTyped}
        mistakes={mistakes}
        save={() => save() && toast.success(scannerTexts.saved)}
      />
    </Page>
  )
}

/** Says whether the browser's or the practice's settings apply, and resets to the practice's. */
const InForce = ({ isOwn, onPractice }: { isOwn: boolean; onPractice: () => void }) => (
  <section className="card" aria-label={scannerTexts.settings}>
    <output>{isOwn ? scannerTexts.ownInForce : scannerTexts.practiceInForce}</output>
    {isOwn && (
      <Button variant="default" size="sm" onClick={onPractice}>
        {scannerTexts.followPractice}
      </Button>
    )}
  </section>
)

function ConnectButtons({ connect }: { connect: () => void }) {
  const { connection, paused } = useScanner()
  const down = connection.name === 'disconnected'
  return (
    <>
      {/* one button for both actions, so that it keeps the focus */}
      <Button variant={down ? 'filled' : 'default'} onClick={down ? connect : scanner.disconnect}>
        {down ? scannerTexts.connect : scannerTexts.disconnect}
      </Button>
      {connection.name === 'connected' && (
        <Button onClick={paused ? scanner.resume : scanner.pause}>
          {paused ? scannerTexts.resume : scannerTexts.pause}
        </Button>
      )}
    </>
  )
}

const AbsentPage = () => (
  <Page title={scannerTexts.title} back ownHeading>
    <h1>{scannerTexts.title}</h1>
    <section className="card">
      <h2>{scannerTexts.absent.title}</h2>
      {!isSecureContext && <p>{scannerTexts.absent.insecure}</p>}
      <p>{scannerTexts.absent.chrome}</p>
      <p>{scannerTexts.absent.keyboard}</p>
    </section>
  </Page>
)
