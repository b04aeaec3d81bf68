import { Button } from '@mantine/core'
import { parseScannerSettings, type ScannerSettingsErrors, toTypedSettings } from '@chisholm/domain/scanner-settings'
import { texts } from '@chisholm/domain/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeletons } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { hasBluetooth } from './bluetooth-connection.ts'
import { providerScannerQuery } from './queries.ts'
import { scanner, useScanner } from './scanner.ts'
import { ScannerSettingsForm } from './scanner-settings-form.tsx'
import { scannerSettingsStore } from './scanner-settings-store.ts'
import { scannerTexts } from './scanner-texts.ts'

/** Connects the scanner and edits its settings; without Web Bluetooth it names alternatives. */
export const ScannerPage = () => (hasBluetooth() ? <ScannerSettingsLoader /> : <BluetoothUnavailablePage />)

/** Waits for the practice's settings; if they cannot be loaded, the last known or default ones apply. */
function ScannerSettingsLoader() {
  const providerSettings = useQuery(providerScannerQuery())
  if (!providerSettings.isPending) return <ConnectPage />
  return (
    <Page title={scannerTexts.title} back ownHeading>
      <h1>{scannerTexts.title}</h1>
      <Skeletons />
    </Page>
  )
}

function ConnectPage() {
  const [typed, setTyped] = useState(() => toTypedSettings(scannerSettingsStore.effectiveSettings()))
  const [errors, setErrors] = useState<ScannerSettingsErrors>({})
  const [isOwn, setIsOwn] = useState(() => scannerSettingsStore.browserSettings() !== null)
  /** Fills the fields with the effective settings. */
  const showEffectiveSettings = () => {
    setTyped(toTypedSettings(scannerSettingsStore.effectiveSettings()))
    setIsOwn(scannerSettingsStore.browserSettings() !== null)
    setErrors({})
  }
  /** Validates and stores the typed settings. @returns whether they are valid */
  const save = (): boolean => {
    const reading = parseScannerSettings(typed)
    if (!reading.ok) {
      setErrors(reading.errors)
      toast.failure(texts.refusal.invalid)
      return false
    }
    scannerSettingsStore.saveBrowserSettings(reading.settings)
    showEffectiveSettings()
    return true
  }
  const switchToProviderSettings = () => {
    scannerSettingsStore.clearBrowserSettings()
    showEffectiveSettings()
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
      <EffectiveSettings isOwn={isOwn} onPractice={switchToProviderSettings} />
      <ScannerSettingsForm
        typed={typed}
        onChange={setTyped}
        errors={errors}
        save={() => save() && toast.success(scannerTexts.saved)}
      />
    </Page>
  )
}

/** Says whether the browser's or the practice's settings apply, and resets to the practice's. */
const EffectiveSettings = ({ isOwn, onPractice }: { isOwn: boolean; onPractice: () => void }) => (
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
  const isDisconnected = connection.name === 'disconnected'
  return (
    <>
      {/* one button for both actions, so that it keeps the focus */}
      <Button variant={isDisconnected ? 'filled' : 'default'} onClick={isDisconnected ? connect : scanner.disconnect}>
        {isDisconnected ? scannerTexts.connect : scannerTexts.disconnect}
      </Button>
      {connection.name === 'connected' && (
        <Button onClick={paused ? scanner.resume : scanner.pause}>
          {paused ? scannerTexts.resume : scannerTexts.pause}
        </Button>
      )}
    </>
  )
}

const BluetoothUnavailablePage = () => (
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
