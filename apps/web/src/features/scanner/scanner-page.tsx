import { Button } from '@mantine/core'
import { parseScannerSettings, toTypedSettings } from '@chisholm/domain/scanner-settings'
import { collectErrors, type ValidationErrors } from '@chisholm/domain/validation'
import { texts } from '@chisholm/domain/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeletons } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { hasBluetooth } from './bluetooth-connection.ts'
import { providerScannerQuery } from './queries.ts'
import { scanner, useScanner } from './scanner.ts'
import { ScannerSettingsForm } from './scanner-settings-form.tsx'
import { scannerSettingsStore } from './scanner-settings-store.ts'
import { scannerTexts } from './scanner-texts.ts'

/** Connects the scanner and edits its settings. Without Web Bluetooth, the page names alternatives. */
export const ScannerPage = () => (hasBluetooth() ? <ScannerSettingsLoader /> : <BluetoothUnavailablePage />)

/** Waits for the settings of the practice. If they cannot be loaded, the last known or the default ones apply. */
function ScannerSettingsLoader() {
  const providerSettings = useQuery(providerScannerQuery())
  // before the form below reads them
  if (providerSettings.data) scannerSettingsStore.setProviderSettings(providerSettings.data)
  if (!providerSettings.isPending) return <ConnectPage />
  return (
    <Page title={scannerTexts.title} back ownHeading>
      <h1>{scannerTexts.title}</h1>
      <Skeletons />
    </Page>
  )
}

function ConnectPage() {
  const [isOwn, setIsOwn] = useState(() => scannerSettingsStore.browserSettings() !== null)
  const form = useForm({
    initialValues: toTypedSettings(scannerSettingsStore.effectiveSettings()),
    validate: (values): ValidationErrors => {
      const parsed = parseScannerSettings(values)
      return parsed.ok ? {} : collectErrors(parsed.errors)
    },
    onSubmit: async (values) => {
      const parsed = parseScannerSettings(values)
      if (parsed.ok) scannerSettingsStore.saveBrowserSettings(parsed.settings)
    },
    onSuccess: () => showEffectiveSettings(),
    failureText: texts.refusal.unexpected,
    isLong: true,
  })
  const showEffectiveSettings = () => {
    form.resetTo(toTypedSettings(scannerSettingsStore.effectiveSettings()))
    setIsOwn(scannerSettingsStore.browserSettings() !== null)
  }
  const connect = async () => {
    // Users expect that the scanner uses what they see in the fields.
    if (await form.submit()) scanner.connect()
  }
  const save = async () => {
    if (await form.submit()) toast.success(scannerTexts.saved)
  }
  const switchToProviderSettings = () => {
    scannerSettingsStore.clearBrowserSettings()
    showEffectiveSettings()
    toast.success(scannerTexts.practiceFollowed)
  }
  return (
    <Page title={scannerTexts.title} back ownHeading footer={<ConnectButtons connect={() => void connect()} />}>
      <h1>{scannerTexts.title}</h1>
      <p className="hint">{scannerTexts.intro}</p>
      <EffectiveSettings isOwn={isOwn} onPractice={switchToProviderSettings} />
      <ScannerSettingsForm form={form} onSave={save} />
    </Page>
  )
}

/** Shows whether the settings of the browser or of the practice apply, and resets to those of the practice. */
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
      {/* One button does both, so that it does not lose the focus. */}
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
